/** A list among `files` or `stations` names alternatives, one of which is enough. */
export type Task = {
  id: string;
  kind: string;
  repository: string;
  text: string;
  /** The commit that it was taken from. */
  from?: string;
  files?: (string | string[])[];
  name?: string;
  sites?: string[];
  stations?: string[][];
};
export const ARMS: string[];
export const KINDS: string[];
export function readRepositories(): { name: string; github: string; commit: string; languages: string }[];
export function readTasks(kind: string): Task[];
export function readAllTasks(): Task[];
export function taskOf(id: string): Task;
export function treeOf(trial: string, repository: string): string;
export function logOf(trial: string, arm: string, kind: string): string;
export function answersOf(trial: string, arm: string, kind: string): string;

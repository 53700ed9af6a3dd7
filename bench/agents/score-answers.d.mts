import type { Task } from "./tasks.mjs";

export type Verdict = { right: boolean; recall: number; precision: number };
export function judge(task: Task, named: string[]): Verdict;

/**
 * What happens in a process, for whoever keeps a log of it: calls, updates, child processes, stores. Told over Node's
 * own channels, so that a part that does something need not know who listens, and nothing is made when nobody does.
 * Codes, names, numbers; what was asked and answered only in the fields that say so.
 */
import { channel } from "node:diagnostics_channel";

export interface NoticeKinds {
  /** A tool was called and has ended. */
  call: {
    tool: string;
    face: string;
    repositories: readonly string[];
    ms: number;
    tokens: number;
    outcome: string;
    code?: string | undefined;
    /** Lines of the stack of a defect, without its message, which may quote anything. */
    stack?: readonly string[] | undefined;
    /** As the caller gave them. Kept only when the user asks for it. */
    arguments?: unknown;
    /** What was answered. Kept only when the user asks for it. */
    answer?: string | undefined;
  };
  /** An update of an index has ended. */
  update: {
    root: string;
    ms: number;
    generation?: number;
    files?: number;
    parsed?: number;
    relinked?: number;
    problems?: readonly string[];
    code?: string;
  };
  /** A child process was started, is ready, or has ended. */
  child: {
    name: string;
    /** Its number; `pid` of a line is of the process that tells. */
    childPid: number | null;
    state: "started" | "ready" | "ended";
    /** How it ended; `closed` was asked for. */
    ending?: string;
    ms?: number;
  };
  /** A store was opened or closed, was given up as damaged, or its one writer's lock was waited for. */
  store: {
    place: string;
    state: "opened" | "closed" | "replaced" | "locked";
    backend?: string;
    ms?: number;
    code?: string;
  };
}

export type NoticeKind = keyof NoticeKinds;
export type Notice = { [Kind in NoticeKind]: { kind: Kind } & NoticeKinds[Kind] }[NoticeKind];

const notices = channel("clew.notices");

/** `make` runs only when somebody listens. */
export function notice(make: () => Notice): void {
  if (notices.hasSubscribers) notices.publish(make());
}

/** Until the returned function is called. */
export function onNotice(listener: (notice: Notice) => void): () => void {
  const hear = (message: unknown) => listener(message as Notice);
  notices.subscribe(hear);
  return () => void notices.unsubscribe(hear);
}

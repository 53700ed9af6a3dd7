/** What every child says beside the words of its own work. */
import { isCount, isRecord, isText } from "./shapes.ts";

/** The first message of a child. */
export interface Hello {
  type: "hello";
  /** Raised with every change of a message; a child of another version is not used. */
  protocol: number;
}

/** Of a child that answers requests: `done` and `failed` are the last word on one, everything else with its id is a part. */
export type Reply<Part extends { type: string; id: number }> =
  | Part
  | { type: "done"; id: number }
  | { type: "failed"; id: number; code: string; message: string };

/** Nobody waits for the request any more. A child that cannot stop answers on; nobody listens. */
export interface Cancel {
  type: "cancel";
  id: number;
}

export function isHello(message: unknown): message is Hello {
  return isRecord(message) && message.type === "hello";
}

/** Whether a child said what can be an answer; `isPart` knows the words of its work. */
export function isReply<Part extends { type: string; id: number }>(
  message: unknown,
  isPart: (part: Record<string, unknown>) => boolean,
): message is Reply<Part> {
  if (!isRecord(message) || !isCount(message.id)) return false;
  if (message.type === "done") return true;
  if (message.type === "failed") return isText(message.code) && isText(message.message);
  return isPart(message);
}

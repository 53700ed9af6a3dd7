/** Talks to the running server with its own token: only the server that wrote the file can know it. */
import type { ServerRecord } from "./server-file.ts";

const ANSWER_MS = 2_000;
/** One that is busy indexing is waited for: another cannot be started beside it. Where nobody listens, that is known at once. */
const LINK_MS = 15_000;

/** The pid that the server itself tells; null when nobody answers to this token there. */
export async function askServerPid(record: ServerRecord): Promise<number | null> {
  const answer = await call(record, "GET", "/api/v1/server");
  const pid = (answer as { pid?: unknown } | null)?.pid;
  return typeof pid === "number" ? pid : null;
}

export async function askServerToStop(record: ServerRecord): Promise<boolean> {
  return (await call(record, "POST", "/api/v1/server/stop")) !== null;
}

/** A link that signs a browser in, once; null when nobody answers to this token there. */
export async function askForSignInLink(record: ServerRecord): Promise<string | null> {
  const answer = await call(record, "POST", "/api/v1/sign-in/links", LINK_MS);
  const url = (answer as { url?: unknown } | null)?.url;
  return typeof url === "string" ? url : null;
}

async function call(
  record: ServerRecord,
  method: string,
  path: string,
  waitMs = ANSWER_MS,
): Promise<unknown> {
  try {
    const response = await fetch(`${record.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${record.token}`, "content-type": "application/json" },
      signal: AbortSignal.timeout(waitMs),
    });
    return response.ok ? await response.json() : null;
  } catch {
    // Refused, reset or silent: for the caller nobody is there.
    return null;
  }
}

/**
 * One request to an embedding server, with everything that can go wrong on the way: limits of time and size, waiting
 * as the server asks, trying again with growing pauses. Keys travel in headers only and never appear in a message.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { embeddingError } from "./embedding-error.ts";

export interface JsonEndpoint {
  url: string;
  /** Sent as a bearer token. */
  key?: string | undefined;
  timeoutMs: number;
  /** First pause before trying again; doubles each time. */
  pauseMs: number;
  attempts: number;
  /** Requests per minute; 0 for no limit of our own. */
  perMinute: number;
}

const MAX_PAUSE_MS = 60_000;
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
const SHOWN_OF_ANSWER = 300;
const TOO_MANY = 429;
/** Passing states of servers and of what stands before them. */
const TRY_AGAIN = new Set([408, 409, 425, TOO_MANY, 500, 502, 503, 504, 529]);

/** When the next request may leave, by address: one limit for all who share the server. */
const nextStart = new Map<string, number>();

export async function postJson(endpoint: JsonEndpoint, body: unknown, signal: AbortSignal): Promise<unknown> {
  let failure: Failure | undefined;
  for (let attempt = 0; attempt < endpoint.attempts; attempt++) {
    if (failure) await pause(failure.waitMs ?? pauseBefore(endpoint, attempt), signal);
    await takeTurn(endpoint, signal);
    const outcome = await tryOnce(endpoint, body, signal);
    if (!(outcome instanceof Failure)) return outcome.answer;
    if (!outcome.mayPass) throw outcome.error;
    failure = outcome;
  }
  throw failure!.error;
}

class Failure {
  constructor(
    readonly error: Error,
    readonly mayPass: boolean,
    /** How long the server asked to wait. */
    readonly waitMs?: number,
  ) {}
}

async function tryOnce(
  endpoint: JsonEndpoint,
  body: unknown,
  signal: AbortSignal,
): Promise<{ answer: unknown } | Failure> {
  const timeout = AbortSignal.timeout(endpoint.timeoutMs);
  let response: Response;
  let text: string;
  try {
    response = await fetch(endpoint.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(endpoint.key ? { authorization: `Bearer ${endpoint.key}` } : {}),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, timeout]),
      // A redirect could carry text and key to a host that nobody chose.
      redirect: "error",
    });
    text = await readLimited(response);
  } catch (cause) {
    throwIfCancelled(signal);
    return unreachable(endpoint, cause, timeout.aborted);
  }
  if (response.ok) return parseAnswer(endpoint, text);
  return refused(endpoint, response, text);
}

async function readLimited(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += (part as Uint8Array).length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`);
    parts.push(part as Uint8Array);
  }
  return Buffer.concat(parts).toString("utf8");
}

function parseAnswer(endpoint: JsonEndpoint, text: string): { answer: unknown } | Failure {
  try {
    return { answer: JSON.parse(text) as unknown };
  } catch (cause) {
    const message = `${nameOf(endpoint)} answered with something that is not JSON: ${excerpt(endpoint, text)}`;
    return new Failure(embeddingError("EMBEDDING_BAD_ANSWER", message, cause), false);
  }
}

function unreachable(endpoint: JsonEndpoint, cause: unknown, isTimeout: boolean): Failure {
  const { message, cause: inner } = cause as Error & { cause?: { code?: string; message?: string } };
  const why = isTimeout
    ? `did not answer within ${endpoint.timeoutMs} ms`
    : `cannot be reached: ${inner?.code ?? inner?.message ?? message}`;
  return new Failure(embeddingError("EMBEDDING_UNREACHABLE", `${nameOf(endpoint)} ${why}`, cause), true);
}

function refused(endpoint: JsonEndpoint, response: Response, text: string): Failure {
  const { status } = response;
  const message = `${nameOf(endpoint)} answered ${status}: ${excerpt(endpoint, text)}`;
  const mayPass = TRY_AGAIN.has(status);
  const code =
    status === TOO_MANY ? "EMBEDDING_RATE_LIMITED" : mayPass ? "EMBEDDING_UNREACHABLE" : "EMBEDDING_REFUSED";
  return new Failure(
    embeddingError(code, message),
    mayPass,
    retryAfterMs(response.headers.get("retry-after")),
  );
}

/** Seconds or a date. Undefined when absent or senseless. */
export function retryAfterMs(header: string | null, now = Date.now()): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, Math.min(ms, MAX_PAUSE_MS)) : undefined;
}

function pauseBefore(endpoint: JsonEndpoint, attempt: number): number {
  return Math.min(endpoint.pauseMs * 2 ** (attempt - 1), MAX_PAUSE_MS);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throwIfCancelled(signal);
  }
}

/** Requests to one address leave evenly spaced. */
async function takeTurn({ url, perMinute }: JsonEndpoint, signal: AbortSignal): Promise<void> {
  throwIfCancelled(signal);
  if (perMinute === 0) return;
  const now = performance.now();
  const start = Math.max(now, nextStart.get(url) ?? 0);
  nextStart.set(url, start + 60_000 / perMinute);
  if (start > now) await pause(start - now, signal);
}

export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw embeddingError("EMBEDDING_CANCELLED", "embedding was cancelled", signal.reason);
}

/** Without credentials or query of the address. */
function nameOf({ url }: JsonEndpoint): string {
  const { origin, pathname } = new URL(url);
  return `the server ${origin}${pathname}`;
}

/** What a server says about a request may repeat the key. */
function excerpt({ key }: JsonEndpoint, text: string): string {
  const safe = key ? text.replaceAll(key, "[key]") : text;
  const flat = safe.replace(/\s+/g, " ").trim();
  return flat.length > SHOWN_OF_ANSWER ? `${flat.slice(0, SHOWN_OF_ANSWER)}…` : flat || "nothing";
}

/** Between Node's HTTP server and web-standard requests and responses. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { refusal } from "./refusal.ts";

export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** The whole body; refuses before reading more than the limit. */
export async function readBody(message: IncomingMessage): Promise<Buffer> {
  const declared = Number(message.headers["content-length"] ?? 0);
  if (declared > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

function tooLarge() {
  return refusal("HTTP_BODY_TOO_LARGE", `the body is larger than ${MAX_BODY_BYTES} bytes`);
}

/** `base` is the server's own address: the Host header was checked and decides nothing more. */
export function toWebRequest(
  message: IncomingMessage,
  base: string,
  body: Buffer | null,
  signal: AbortSignal,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    if (value === undefined || name.startsWith(":")) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  const method = message.method ?? "GET";
  return new Request(new URL(message.url ?? "/", base), {
    method,
    headers,
    signal,
    ...(body !== null && body.length > 0 && { body: new Uint8Array(body) }),
  });
}

/** Streams the body as it is made; a reader that goes away cancels it. */
export async function sendResponse(to: ServerResponse, response: Response): Promise<void> {
  to.statusCode = response.status;
  response.headers.forEach((value, name) => {
    to.setHeader(name, value);
  });
  if (!response.body) {
    to.end();
    return;
  }
  const reader = response.body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  to.once("close", cancel);
  // An event stream has its headers before its first event.
  to.flushHeaders();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || to.destroyed) break;
      if (!to.write(value)) await drained(to);
    }
  } finally {
    to.off("close", cancel);
    to.end();
  }
}

function drained(to: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      to.off("drain", done);
      to.off("close", done);
      resolve();
    };
    to.once("drain", done);
    to.once("close", done);
  });
}

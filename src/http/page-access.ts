/**
 * Lets a browser in. A code that works once is exchanged for a cookie, which script cannot read, and a key, which only
 * pages of this very origin can keep. Both are needed: a browser sends the cookie to every port of this machine, and the
 * key to none by itself. Both are derived from the token, so they outlive a restart and end with `--new-token`.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const CODE_MS = 10 * 60_000;
const MAX_CODES = 16;
const SESSION_SECONDS = 7 * 24 * 3_600;
export const KEY_HEADER = "x-clew-key";

export interface SignedIn {
  /** The whole Set-Cookie header. */
  setCookie: string;
  key: string;
}

export class PageAccess {
  readonly #token: string;
  readonly #nowMs: () => number;
  /** Digest of a code → when it ends. */
  readonly #codes = new Map<string, number>();
  readonly cookieName: string;

  constructor(token: string, nowMs: () => number = Date.now) {
    this.#token = token;
    this.#nowMs = nowMs;
    // Servers of several homes share the cookies of one machine.
    this.cookieName = `clew-${this.#mac("name").slice(0, 10)}`;
  }

  /** For one sign-in, for some minutes. The oldest of too many ends. */
  newCode(): string {
    const code = randomBytes(24).toString("base64url");
    const [oldest] = this.#codes.keys();
    if (this.#codes.size >= MAX_CODES && oldest !== undefined) this.#codes.delete(oldest);
    this.#codes.set(digest(code), this.#nowMs() + CODE_MS);
    return code;
  }

  /** Null: the code was used, is too old or never was. */
  redeem(code: string): SignedIn | null {
    const known = digest(code);
    const endsAtMs = this.#codes.get(known);
    this.#codes.delete(known);
    if (endsAtMs === undefined || endsAtMs < this.#nowMs()) return null;
    const ends = Math.floor(this.#nowMs() / 1_000) + SESSION_SECONDS;
    const session = `${ends}.${randomBytes(12).toString("base64url")}`;
    const value = `${session}.${this.#mac(`session ${session}`)}`;
    return {
      setCookie: `${this.cookieName}=${value}; Path=/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Strict`,
      key: this.#keyOf(value),
    };
  }

  /** Takes the cookie from the browser. */
  get clearCookie(): string {
    return `${this.cookieName}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict`;
  }

  /** Whether a request carries a cookie of ours and the key that goes with it. */
  admits(headers: IncomingHttpHeaders): boolean {
    const value = cookieIn(headers.cookie ?? "", this.cookieName);
    const key = headers[KEY_HEADER];
    if (value === null || typeof key !== "string") return false;
    const [ends = "", nonce = "", mac = ""] = value.split(".");
    const isOurs = isSame(mac, this.#mac(`session ${ends}.${nonce}`));
    return isOurs && Number(ends) * 1_000 > this.#nowMs() && isSame(key, this.#keyOf(value));
  }

  #keyOf(cookieValue: string): string {
    return this.#mac(`key ${cookieValue}`);
  }

  #mac(text: string): string {
    return createHmac("sha256", this.#token).update(text).digest("hex");
  }
}

function cookieIn(header: string, name: string): string | null {
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(digest(given)), Buffer.from(digest(expected)));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

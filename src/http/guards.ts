/**
 * What a request must be to be answered at all. Each guard stands alone: none relies on another having run, and the
 * tests take each away to see that it was the one that refused.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { AppError } from "../core/errors.ts";
import type { PageAccess } from "./page-access.ts";
import type { RateLimit } from "./rate-limit.ts";
import { refusal } from "./refusal.ts";

export interface GuardedRequest {
  method: string;
  headers: IncomingHttpHeaders;
  /** The address is answered without a token. */
  isPublic: boolean;
  /** The address also answers a browser that signed in. */
  isForPages: boolean;
}

export interface Guard {
  name: "host" | "origin" | "token" | "content-type" | "rate";
  check: (request: GuardedRequest) => AppError | null;
}

export interface GuardOptions {
  port: number;
  token: string;
  /** Origins of pages that may call beside the server's own. */
  allowOrigins: readonly string[];
  rateLimit: RateLimit;
  /** Lets browsers in; null: nobody but those who have the token. */
  pages: PageAccess | null;
}

export function createGuards(options: GuardOptions): Guard[] {
  const names = [`127.0.0.1:${options.port}`, `localhost:${options.port}`, `[::1]:${options.port}`];
  return [
    hostGuard(names),
    originGuard([...names.map((name) => `http://${name}`), ...options.allowOrigins]),
    tokenGuard(options.token, options.pages),
    contentTypeGuard(),
    { name: "rate", check: () => options.rateLimit.take() },
  ];
}

/** A page that had its own name resolved to this machine still sends that name. */
function hostGuard(names: readonly string[]): Guard {
  const allowed = new Set(names);
  return {
    name: "host",
    check: ({ headers }) =>
      allowed.has(headers.host?.toLowerCase() ?? "")
        ? null
        : refusal("HTTP_HOST_REFUSED", "the Host header is not an address of this server"),
  };
}

/** Browsers send an origin with every call that could be another site's; programs send none. */
function originGuard(origins: readonly string[]): Guard {
  const allowed = new Set(origins);
  return {
    name: "origin",
    check: ({ headers }) =>
      headers.origin === undefined || allowed.has(headers.origin.toLowerCase())
        ? null
        : refusal("HTTP_ORIGIN_REFUSED", "the Origin header is not on the list"),
  };
}

/** A token that is given decides; only a request without one is looked at as a browser's. */
function tokenGuard(token: string, pages: PageAccess | null): Guard {
  const expected = digest(token);
  return {
    name: "token",
    check: ({ headers, isPublic, isForPages }) => {
      if (isPublic) return null;
      if (isForPages && headers.authorization === undefined && pages?.admits(headers)) return null;
      const given = /^Bearer ([\x21-\x7e]+)$/i.exec(headers.authorization ?? "")?.[1];
      if (given === undefined) return refusal("HTTP_TOKEN_REFUSED", "the request has no token");
      // Digests have one length, so the time taken tells nothing about the token.
      return timingSafeEqual(digest(given), expected)
        ? null
        : refusal("HTTP_TOKEN_REFUSED", "the token is not that of this start");
    },
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** A form or a plain text body can be sent by any page without asking first; JSON cannot. */
function contentTypeGuard(): Guard {
  return {
    name: "content-type",
    check: ({ method, headers }) => {
      if (method === "GET" || method === "HEAD" || method === "DELETE" || method === "OPTIONS") return null;
      const mediaType = (headers["content-type"] ?? "").split(";", 1)[0]!;
      return mediaType.trim().toLowerCase() === "application/json"
        ? null
        : refusal("HTTP_CONTENT_TYPE_REFUSED", "the body is not declared as JSON");
    },
  };
}

export function firstRefusal(guards: readonly Guard[], request: GuardedRequest): AppError | null {
  for (const guard of guards) {
    const refused = guard.check(request);
    if (refused) return refused;
  }
  return null;
}

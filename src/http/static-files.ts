/** The files of the page, from the package and from nowhere else. They hold nothing of anybody's code, so anyone may have them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { refusal } from "./refusal.ts";
import type { Route } from "./routes.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

/** Nothing from elsewhere, no script and no style that is not a file of ours, in nobody's frame, and no text becomes markup. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const PAGE_HEADERS = {
  "content-security-policy": POLICY,
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), usb=()",
};

/** Addresses of pages; the script in index.html tells them apart. */
const PAGE = /^\/(?:(?:ask|code|graph|fleet|changes|activity|sign-in)(?:\/.*)?)?$/;

/** `folder` holds index.html and assets/, each with a compressed copy (`.br`) beside it or not. */
export function staticRoutes(folder: string): Route[] {
  const assets = new Set(listFolder(join(folder, "assets")));
  const shared = { methods: ["GET", "HEAD"], isPublic: true };
  return [
    {
      ...shared,
      path: PAGE,
      name: "page",
      handle: ({ request }) =>
        existsSync(join(folder, "index.html"))
          ? fileResponse(join(folder, "index.html"), request, "no-cache")
          : missing("the page is not part of this build"),
    },
    {
      ...shared,
      path: /^\/assets\/([A-Za-z0-9_.-]{1,100})$/,
      name: "assets",
      // Their names hold a hash of their content.
      handle: ({ request, parameters: [name] }) =>
        assets.has(name!)
          ? fileResponse(join(folder, "assets", name!), request, "public, max-age=31536000, immutable")
          : missing("no such file of the page"),
    },
  ];
}

function missing(what: string): never {
  throw refusal("HTTP_NOT_FOUND", what);
}

function listFolder(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function fileResponse(file: string, request: Request, caching: string): Response {
  const takesBrotli = /\bbr\b/.test(request.headers.get("accept-encoding") ?? "");
  const compressed = `${file}.br`;
  const isCompressed = takesBrotli && existsSync(compressed);
  const bytes = readFileSync(isCompressed ? compressed : file);
  return new Response(request.method === "HEAD" ? null : new Uint8Array(bytes), {
    headers: {
      ...PAGE_HEADERS,
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "content-length": String(bytes.length),
      "cache-control": caching,
      vary: "accept-encoding",
      ...(isCompressed && { "content-encoding": "br" }),
    },
  });
}

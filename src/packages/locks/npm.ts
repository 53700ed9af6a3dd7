/** Locks of npm, Yarn, pnpm and bun. */
import { asObject } from "../../languages/modules/json-values.ts";
import { parseJsonWithComments } from "../../languages/modules/json-with-comments.ts";
import type { LockFormat } from "./contract.ts";

type Entry = ReturnType<LockFormat["read"]>[number];

/** A package below another one's node_modules is a second version that the tree itself does not import. */
function ofPackageLock(text: string): Entry[] {
  const lock = asObject(parseJsonWithComments(text));
  const packages = Object.entries(asObject(lock.packages)).flatMap(([path, value]) => {
    const [, name] = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    const isNested = (path.match(/node_modules\//g)?.length ?? 0) > 1;
    return isNested ? [] : entry(name, asObject(value).version);
  });
  if (packages.length > 0) return packages;
  // Version 1 of the format.
  return Object.entries(asObject(lock.dependencies)).flatMap(([name, value]) =>
    entry(name, asObject(value).version),
  );
}

/** `"express@^4.18.0", express@^4.1:` of Yarn 1, `"express@npm:^4.18.0":` of later ones; then the line `version`. */
function ofYarn(text: string): Entry[] {
  const found: Entry[] = [];
  let name: string | undefined;
  for (const line of text.split("\n")) {
    const [, head] = /^"?((?:@[^@/"]+\/)?[^@"\s:#]+)@[^\n]*:\s*$/.exec(line) ?? [];
    if (head !== undefined) name = head;
    const [, version] = /^ {2}version:?\s+"?([^"\s]+)"?\s*$/.exec(line) ?? [];
    if (version === undefined || name === undefined) continue;
    found.push(...entry(name, version));
    name = undefined;
  }
  return found;
}

/** `express@4.18.2:`, in older formats `/express@4.18.2:` and `/express/4.18.2:`, with peers in brackets or behind `_`. */
function ofPnpm(text: string): Entry[] {
  const found: Entry[] = [];
  let isInside = false;
  for (const line of text.split("\n")) {
    if (/^\S/.test(line)) isInside = /^packages:/.test(line);
    const [, name, version] =
      (isInside && /^ {2}'?\/?((?:@[^@/']+\/)?[^@/'\s]+)[@/](\d[^\s:('_]*)[^:]*:/.exec(line)) || [];
    found.push(...entry(name, version));
  }
  return found;
}

/** `"express": ["express@4.18.2", …]`. */
function ofBun(text: string): Entry[] {
  const packages = asObject(asObject(parseJsonWithComments(text)).packages);
  return Object.entries(packages).flatMap(([key, value]) => {
    const [, name, version] =
      /^((?:@[^@/]+\/)?[^@/]+)@(.+)$/.exec(Array.isArray(value) ? String(value[0]) : "") ?? [];
    return key === name ? entry(name, version) : [];
  });
}

function entry(name: string | undefined, version: unknown): Entry[] {
  return name !== undefined && typeof version === "string" ? [{ name, version }] : [];
}

export const NPM_LOCKS: readonly LockFormat[] = [
  { ecosystem: "npm", basename: "package-lock.json", read: ofPackageLock },
  { ecosystem: "npm", basename: "npm-shrinkwrap.json", read: ofPackageLock },
  { ecosystem: "npm", basename: "pnpm-lock.yaml", read: ofPnpm },
  { ecosystem: "npm", basename: "yarn.lock", read: ofYarn },
  { ecosystem: "npm", basename: "bun.lock", read: ofBun },
];

/** Which file a JavaScript or TypeScript path without certainty about its extension means. */
import type { FileScope } from "../file-scope.ts";
import { joinPath } from "../join-path.ts";
import type { Questions } from "../questions.ts";
import { stemOf } from "../questions-keys.ts";

/** In the order in which the compiler and bundlers try them. */
const EXTENSIONS = [
  ".ts",
  ".tsx",
  ".d.ts",
  ".mts",
  ".cts",
  ".d.mts",
  ".d.cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".vue",
  ".svelte",
  ".astro",
  ".json",
];

/** A TypeScript source is imported by the name of what it compiles to. */
const SOURCES_OF: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".d.ts", ".js", ".jsx"],
  ".jsx": [".tsx", ".ts", ".jsx"],
  ".mjs": [".mts", ".d.mts", ".mjs"],
  ".cjs": [".cts", ".d.cts", ".cjs"],
};

export function probeJsPath(q: Questions, path: string): FileScope | null {
  return probeFile(q, path) ?? probeFolder(q, path);
}

function probeFile(q: Questions, path: string): FileScope | null {
  if (path === "") return null;
  const extension = /\.[a-z]+$/.exec(path)?.[0] ?? "";
  const sources = SOURCES_OF[extension];
  if (sources) {
    const hit = pick(q, path.slice(0, -extension.length), sources);
    if (hit) return hit;
  } else if (EXTENSIONS.includes(extension)) {
    const exact = q.file(path);
    if (exact) return exact;
  }
  return pick(q, path, EXTENSIONS);
}

function probeFolder(q: Questions, path: string): FileScope | null {
  const config = q.config(path === "" ? "package.json" : `${path}/package.json`);
  if (config?.kind === "package") {
    for (const entry of config.entries) {
      const target = joinPath(path, entry);
      const hit = target !== null && target !== path ? probeFile(q, target) : null;
      if (hit) return hit;
    }
  }
  return pick(q, path === "" ? "index" : `${path}/index`, EXTENSIONS);
}

function pick(q: Questions, stem: string, extensions: readonly string[]): FileScope | null {
  let best: FileScope | null = null;
  let bestRank = extensions.length;
  for (const file of q.filesWithStem(stem)) {
    const rank = extensions.indexOf(file.path.slice(stemOf(file.path).length));
    if (rank >= 0 && rank < bestRank) {
      best = file;
      bestRank = rank;
    }
  }
  return best;
}

/** Which file a JavaScript or TypeScript path without certainty about its extension means. */
import { joinPath } from "../../../core/join-path.ts";
import type { ModuleQuestions, ScopedFile } from "../../modules/contract.ts";
import { stemOf } from "../../modules/names.ts";
import type { PackageConfig } from "./read-package.ts";

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

export function probeJsPath(q: ModuleQuestions, path: string): ScopedFile | null {
  return probeFile(q, path) ?? probeFolder(q, path);
}

function probeFile(q: ModuleQuestions, path: string): ScopedFile | null {
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

function probeFolder(q: ModuleQuestions, path: string): ScopedFile | null {
  const config = q.config<PackageConfig>(path === "" ? "package.json" : `${path}/package.json`, "package");
  if (config) {
    for (const entry of config.entries) {
      const target = joinPath(path, entry);
      const hit = target !== null && target !== path ? probeFile(q, target) : null;
      if (hit) return hit;
    }
  }
  return pick(q, path === "" ? "index" : `${path}/index`, EXTENSIONS);
}

function pick(q: ModuleQuestions, stem: string, extensions: readonly string[]): ScopedFile | null {
  let best: ScopedFile | null = null;
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

/** How names and paths are written where files of any language ask for them. */
import { dirname } from "../../core/rel-path.ts";
import type { LanguageFamily } from "../family.ts";

/** Path without its extension; `.d.ts` goes as a whole. */
export function stemOf(path: string): string {
  const base = path.lastIndexOf("/") + 1;
  const declaration = path.endsWith(".d.ts") || path.endsWith(".d.mts") || path.endsWith(".d.cts");
  const dot = declaration ? path.lastIndexOf(".d.") : path.lastIndexOf(".");
  return dot > base ? path.slice(0, dot) : path;
}

/** Separators of all languages become dots: `a::b`, `A\B`, `a.b`. */
export function dotted(name: string): string {
  return name.includes("::") || name.includes("\\")
    ? name.replace(/::|\\/g, ".").replace(/^\.+/, "")
    : name.startsWith(".")
      ? name.replace(/^\.+/, "")
      : name;
}

/** What a file's top-level names are qualified with in its family's global index. */
export function packageOf(family: LanguageFamily, path: string, packageName: string | undefined): string {
  if (family.packageIsFolder) return `${dirname(path)}:`;
  return packageName ? dotted(packageName) : "";
}

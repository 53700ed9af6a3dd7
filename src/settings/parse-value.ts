/** A raw value of a file or the environment, as its setting wants it. */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { globFault } from "../core/path-glob.ts";
import { nameFault, packageFault } from "./given-name.ts";
import type { SettingRow } from "./setting-row.ts";

export type ParsedValue = { ok: true; value: unknown } | { ok: false; expected: string };

export function parseValue(row: SettingRow, raw: unknown): ParsedValue {
  switch (row.type) {
    case "number": {
      const value = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
      const fits = typeof value === "number" && value >= row.min && value <= row.max;
      return fits ? good(value) : bad(`a number from ${row.min} to ${row.max}`);
    }
    case "boolean":
      if (raw === true || raw === "true" || raw === "1") return good(true);
      return raw === false || raw === "false" || raw === "0" ? good(false) : bad("true or false");
    case "choice":
      return row.choices.includes(raw as string) ? good(raw) : bad(`one of ${row.choices.join(", ")}`);
    case "string":
      return typeof raw === "string" ? good(raw) : bad("a string");
    case "folder":
      return parseFolder(raw);
    case "globs":
      return parseList(raw, globFault, "globs relative to the root, such as `src/**` or `**/*.sql`");
    case "names":
      return parseList(raw, nameFault, "names of repositories");
    case "packages":
      return parseList(
        raw,
        packageFault,
        "names of packages, such as `express`, `@nestjs/*` or `github.com/gin-gonic/gin`",
      );
  }
}

function parseFolder(raw: unknown): ParsedValue {
  if (typeof raw === "string" && raw.startsWith("~/")) return good(join(homedir(), raw.slice(2)));
  // A file of settings has no folder that a relative path could start at: it counts wherever clew is called.
  return typeof raw === "string" && isAbsolute(raw) ? good(raw) : bad("an absolute path, or one from ~/");
}

/** A list, or its items with commas between them. */
function parseList(raw: unknown, faultOf: (item: string) => string | null, items: string): ParsedValue {
  const list = typeof raw === "string" ? splitList(raw) : raw;
  const fits = Array.isArray(list) && list.every((item) => typeof item === "string" && !faultOf(item));
  return fits ? good(list) : bad(`a list of ${items}`);
}

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}

function good(value: unknown): ParsedValue {
  return { ok: true, value };
}

function bad(expected: string): ParsedValue {
  return { ok: false, expected };
}

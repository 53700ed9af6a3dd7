import { replaceUnsafe } from "../core/sanitize.ts";

/** JSON with unsafe characters escaped, so that printing it is as safe as printing text. */
export function toJson(value: unknown, indent = 2): string {
  const text = JSON.stringify(
    value,
    (_, field: unknown) => (typeof field === "bigint" ? Number(field) : field),
    indent,
  );
  return replaceUnsafe(text, escapeUnits);
}

/** As JSON spells it: one escape for each UTF-16 unit. */
function escapeUnits(char: string): string {
  return char
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/** The value as its JSON would be read: big numbers as numbers, nothing where a field is undefined. */
export function plainValue(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map((item) => plainValue(item) ?? null);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (value === null || typeof value !== "object") return value;
  const plain: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) if (field !== undefined) plain[name] = plainValue(field);
  return plain;
}

/** What a value that came from another process is made of. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Offsets, lines, ordinals and hashes. */
export function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

export function isListOf(
  value: unknown,
  isItem: (item: unknown, at: number) => boolean,
): value is readonly unknown[] {
  return Array.isArray(value) && value.every(isItem);
}

/** Text of a repository as it is shown: what cannot be seen, or turns the reading around, is made visible. */
import { sanitizeText } from "../../src/core/sanitize.ts";

export function show(text: string): string {
  return sanitizeText(text);
}

const number = new Intl.NumberFormat("en");
export function count(value: number): string {
  return number.format(value);
}

export function plural(value: number, noun: string): string {
  const ending = noun.endsWith("ry") ? noun.replace(/y$/, "ies") : `${noun}s`;
  return `${count(value)} ${value === 1 ? noun : ending}`;
}

export function ago(iso: string): string {
  const seconds = Math.max(0, (Date.now() - Date.parse(iso)) / 1_000);
  for (const [name, size] of [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const)
    if (seconds >= size) return `${plural(Math.floor(seconds / size), name)} ago`;
  return "just now";
}

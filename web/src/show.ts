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
  const ending = /[^aeiou]y$/.test(noun) ? noun.replace(/y$/, "ies") : `${noun}s`;
  return `${count(value)} ${value === 1 ? noun : ending}`;
}

export function bytes(value: number): string {
  if (value < 1_000) return plural(value, "byte");
  const [size, unit] = value < 1_000_000 ? [value / 1_000, "kB"] : [value / 1_000_000, "MB"];
  return `${size < 10 ? size.toFixed(1) : count(Math.round(size))} ${unit}`;
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

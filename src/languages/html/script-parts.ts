/** The script blocks of a page or single-file component, found without a parser. */
import type { EmbeddedPart } from "../contract.ts";

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi;
const LANG = /\blang\s*=\s*["']?([\w-]+)/i;
const TYPE = /\btype\s*=\s*["']?([\w/+.-]+)/i;
const CODE_TYPES = /^(?:module|text\/javascript|application\/javascript|text\/babel|text\/typescript)$/i;

const LANGUAGE_OF_LANG: Readonly<Record<string, string>> = {
  ts: "typescript",
  typescript: "typescript",
  tsx: "tsx",
  js: "javascript",
  javascript: "javascript",
  jsx: "jsx",
};

export function scriptParts(source: string): EmbeddedPart[] {
  const parts: EmbeddedPart[] = [];
  for (const match of source.matchAll(SCRIPT)) {
    const attributes = match[1]!;
    const body = match[2]!;
    const type = TYPE.exec(attributes)?.[1];
    if (body.trim() === "" || (type !== undefined && !CODE_TYPES.test(type))) continue;
    const lang = LANG.exec(attributes)?.[1]?.toLowerCase() ?? (/typescript/i.test(type ?? "") ? "ts" : "js");
    const language = LANGUAGE_OF_LANG[lang];
    if (!language) continue;
    const end = match.index + match[0].lastIndexOf("</");
    parts.push({ language, start: end - body.length, end });
  }
  return parts;
}

/**
 * Grammars bring a `tags.scm` in the convention of code navigation: `@definition.function`, `@name`, `@reference.call`.
 * Most of it is ours too; the rest is renamed, and what has no meaning here is kept for predicates only.
 */
import { captureRole } from "../extract/capture-roles.ts";

const RENAMED: Readonly<Record<string, string>> = {
  "definition.module": "definition.namespace",
  "definition.package": "definition.namespace",
  "definition.object": "definition.class",
  "definition.record": "definition.struct",
  "definition.union": "definition.struct",
  "definition.field": "definition.property",
  "definition.var": "definition.variable",
  "definition.parameter": "_parameter",
  "definition.operator": "definition.function",
  "definition.protocol": "definition.interface",
  "definition.implementation": "_implementation",
  "reference.function": "reference.call",
  "reference.method": "reference.call",
  "reference.send": "reference.call",
  "reference.constructor": "reference.new",
  "reference.class": "reference.type",
  "reference.interface": "reference.type",
  "reference.implementation": "reference.type",
  "reference.module": "reference.read",
  "reference.variable": "reference.read",
  "reference.constant": "reference.read",
};

/** Directives for other readers of tags, and questions about scopes that only an editor can answer. */
const DIRECTIVE = /\(\s*#(?:[\w-]+!|is-not\?|is\?)(?:[^()"]|"(?:\\.|[^"\\])*")*\)/g;
/** Comments and texts stay as they are. */
const TOKEN = /;[^\n]*|"(?:\\.|[^"\\])*"|@([\w.-]+)/g;

export function mapTags(text: string): string {
  const isForeign = /#(?:strip|select-adjacent)!/.test(text);
  return text.replace(DIRECTIVE, "").replace(TOKEN, (token, capture: string | undefined) => {
    if (capture === undefined) return token;
    // There, documentation is the comment before a definition; here, a text inside of it.
    if (capture === "doc" && isForeign) return "@comment";
    if (captureRole(capture)) return token;
    return `@${RENAMED[capture] ?? `_${capture.replace(/[.-]/g, "_")}`}`;
  });
}

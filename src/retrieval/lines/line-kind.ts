/** What a line of code is for, told by its shape alone. Lines that decide (definitions, branches) tell more than those that repeat words. */

export type LineKind = "empty" | "import" | "comment" | "text" | "style" | "branch" | "plain";

const IMPORT =
  /^\s*(?:import\b(?!\s*\()|from\s+\S+\s+import\b|export\s+(?:\*|\{[^}]*\})\s*from\b|\}\s*from\s*["']|using\s+(?:static\s+)?[\w.=\s]+;|#\s*include\b|require(?:_once|_relative)?\b|use\s+[\w\\:{}, *]+;|(?:const|let|var)\s+[^=]+=\s*require\(|package\s+[\w.]+;?\s*$|alias\s+[A-Z])/;
const COMMENT =
  /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$)|#(?!\s*(?:if|ifdef|ifndef|elif|else|define|include)\b)|--\s|<!--|"""|''')/;
const BRANCH =
  /\b(?:if|elif|elsif|unless|switch|case|when|match|guard|for|foreach|while|until|return|throw|raise|catch|except|rescue|yield)\b|\s\?\s|\s&&\s|\s\|\|\s/;
/** A string and nothing else, or a message for a log. */
const TEXT = /^\s*(?:["'`][^"'`]*["'`][,;)\]]*\s*$|(?:console|log|logger|logging|Log)\b[.\w]*\()/;
const STYLE = /^\s*(?:[.#&@][\w-][^;=(]*\{\s*|[a-z-]+\s*:\s*[^;{}()]+;)\s*$/;

export function lineKindOf(line: string): LineKind {
  if (!/[\p{L}\p{N}_]/u.test(line)) return "empty";
  if (IMPORT.test(line)) return "import";
  if (COMMENT.test(line)) return "comment";
  if (TEXT.test(line)) return "text";
  if (STYLE.test(line)) return "style";
  return BRANCH.test(line) ? "branch" : "plain";
}

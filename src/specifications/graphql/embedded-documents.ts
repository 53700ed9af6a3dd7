/** GraphQL that stands in code: tagged templates, calls that are given a text, texts that say what they are. */

export interface EmbeddedDocument {
  text: string;
  /** Lines before it in its file. */
  linesBefore: number;
}

const TEMPLATE =
  /(?:\b(?:gql|graphql|graphQL)\s*(?:<[^>`]*>)?\s*\(?\s*|\/\*\s*GraphQL\s*\*\/\s*)`((?:[^`\\]|\\[\s\S])*)`|`(\s*#\s*graphql\b(?:[^`\\]|\\[\s\S])*)`/g;
const TRIPLE_QUOTED =
  /\b(?:gql|build_schema|make_executable_schema|type_defs\s*=\s*gql)\s*\(\s*[rf]?("""|''')([\s\S]*?)\1/g;
const HOLE = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g;
const MAX_DOCUMENTS = 500;

/** In the order of the file; what is put in by the code is blanked. */
export function embeddedDocuments(text: string): EmbeddedDocument[] {
  const found = [
    ...[...text.matchAll(TEMPLATE)].map((match) => ({
      at: match.index,
      text: match[1] ?? match[2]!,
      whole: match[0],
    })),
    ...[...text.matchAll(TRIPLE_QUOTED)].map((match) => ({
      at: match.index,
      text: match[2]!,
      whole: match[0],
    })),
  ];
  return found
    .slice(0, MAX_DOCUMENTS)
    .sort((a, b) => a.at - b.at)
    .map(({ at, text: inner, whole }) => ({
      text: inner.replace(HOLE, (hole) => hole.replace(/[^\n]/g, " ")),
      linesBefore: countLines(text, at + whole.indexOf(inner)),
    }));
}

function countLines(text: string, end: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

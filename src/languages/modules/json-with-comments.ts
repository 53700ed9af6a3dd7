/** JSON as tsconfig files write it: comments and trailing commas allowed. Undefined when it is not even that. */
export function parseJsonWithComments(text: string): unknown {
  const bare = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    return JSON.parse(bare);
  } catch {
    try {
      return JSON.parse(withoutComments(bare));
    } catch {
      return undefined;
    }
  }
}

/** One alternation: a string is kept whole, a comment becomes a blank, a comma before a closer goes. */
function withoutComments(text: string): string {
  const plain = text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('"') ? part : " ",
  );
  return plain.replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part === "," ? "" : part));
}

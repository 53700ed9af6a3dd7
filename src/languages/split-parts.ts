/** The parts between the bracket that a text begins with and the one that closes it; none when nothing stands there. */
export function splitParts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 1;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if ("([{<".includes(char)) depth += 1;
    else if (")]}>".includes(char) && !(char === ">" && (text[at - 1] === "=" || text[at - 1] === "-"))) {
      depth -= 1;
      if (depth > 0) continue;
      const last = text.slice(from, at);
      if (parts.length > 0 || last.trim() !== "") parts.push(last);
      return parts;
    } else if (char === "," && depth === 1) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [];
}

/** Numbered lines of code without the indentation that all of them have and without empty lines, which the numbers tell. */

const NUMBERED = /^(\d+\| )(.*)$/s;

export function withoutMargin(text: string): string {
  const lines = text.split("\n").map((line) => {
    const [, number, code = ""] = NUMBERED.exec(line) ?? [];
    return { line, number, code };
  });
  const filled = lines.filter(({ number, code }) => number === undefined || code.trim() !== "");
  const margin = commonStart(filled.flatMap(({ number, code }) => (number ? [/^\s*/.exec(code)![0]] : [])));
  return filled
    .map(({ line, number, code }) => (number ? `${number}${code.slice(margin)}` : line))
    .join("\n");
}

/** Length of what all texts begin with. */
function commonStart([first = "", ...others]: readonly string[]): number {
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
  return length;
}

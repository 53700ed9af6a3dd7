/** V8 cuts a string of this length or more out of a longer one by pointing into it. */
const SHORTEST_SLICE = 13;

/** The same text in memory of its own: one cut from a longer text keeps all of that in memory for as long as it is kept. */
export function ownCopy(text: string): string {
  return text.length < SHORTEST_SLICE ? text : Buffer.from(text, "utf16le").toString("utf16le");
}

/** Kubernetes keeps secrets in manifests, one base64 value a line below `data:`. Found line by line: a pattern over all of it would be slow. */

const IS_SECRET = /^["']?kind["']?:\s{0,4}["']?Secret["']?\s*$/;
const DATA = /^["']?data["']?:\s*$/;
const VALUE = /^\s+["']?[\w.-]{1,120}["']?:\s{0,4}["']?([A-Za-z0-9+/]{8,}={0,2})["']?\s*$/;

/** Offsets of the values in the text. */
export function findKubernetesSecrets(text: string): { start: number; end: number }[] {
  if (!text.includes("Secret")) return [];
  const found: { start: number; end: number }[] = [];
  let values: { start: number; end: number }[] = [];
  let isSecret = false;
  let isInData = false;
  const endDocument = () => {
    if (isSecret) found.push(...values);
    values = [];
    isSecret = false;
    isInData = false;
  };
  for (let at = 0; at <= text.length; ) {
    const lineEnd = text.indexOf("\n", at);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const line = text.slice(at, Math.min(end, at + 20_000));
    if (line.startsWith("---")) endDocument();
    else if (/^\S/.test(line)) {
      isInData = DATA.test(line);
      isSecret ||= IS_SECRET.test(line);
    } else if (isInData) {
      const value = VALUE.exec(line)?.[1];
      if (value !== undefined) {
        const start = at + line.indexOf(value, line.indexOf(":"));
        values.push({ start, end: start + value.length });
      }
    }
    at = end + 1;
  }
  endDocument();
  return found;
}

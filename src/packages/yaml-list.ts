/** The strings of one list at the top of a YAML file, as workspace files write it: `- item`, or `[a, b]` on one line. */
export function yamlList(text: string, key: string): string[] {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => new RegExp(`^${key}\\s*:`).test(line));
  if (start < 0) return [];
  const inline = /:\s*\[(.*)\]\s*(?:#.*)?$/.exec(lines[start]!);
  if (inline) return inline[1]!.split(",").map(plain).filter(Boolean);
  const items: string[] = [];
  for (const line of lines.slice(start + 1)) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const item = /^\s*-\s+(.*)$/.exec(line);
    if (!item) break;
    items.push(plain(item[1]!));
  }
  return items.filter(Boolean);
}

function plain(text: string): string {
  const quoted = /^\s*(?:"([^"]*)"|'([^']*)')/.exec(text);
  return quoted ? (quoted[1] ?? quoted[2]!) : text.replace(/\s+#.*$/, "").trim();
}

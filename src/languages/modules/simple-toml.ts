/** `table.key` → its strings. */
export type TomlTable = ReadonlyMap<string, readonly string[]>;

/**
 * The strings of a TOML file by dotted key; enough for manifests. Numbers, dates and multi-line strings are
 * left out, arrays of tables share one key, inline tables are flattened.
 */
export function parseSimpleToml(text: string): TomlTable {
  const out = new Map<string, string[]>();
  let table = "";
  const lines = joinOpenBrackets(text.split(/\r?\n/));
  for (const line of lines) {
    const header = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$/.exec(line);
    if (header) {
      table = header[1]!;
      continue;
    }
    const pair = /^\s*([\w.-]+|"[^"]*")\s*=\s*(.*)$/.exec(line);
    if (pair) addValue(out, table === "" ? pair[1]! : `${table}.${pair[1]}`, pair[2]!);
  }
  return out;
}

function addValue(out: Map<string, string[]>, key: string, value: string): void {
  if (value.startsWith("{")) {
    for (const [, name, text] of value.matchAll(/([\w.-]+|"[^"]*")\s*=\s*("[^"]*"|'[^']*')/g)) {
      addValue(out, `${key}.${name}`, text!);
    }
    return;
  }
  if (value.startsWith("[") && value.includes("{")) {
    for (const inline of value.match(/\{[^}]*\}/g) ?? []) addValue(out, key, inline);
    return;
  }
  const found = [...value.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map((match) => match[1] ?? match[2]!);
  out.set(key, [...(out.get(key) ?? []), ...found]);
}

/** A value whose `[` is not closed on its line goes on until it is. */
function joinOpenBrackets(lines: readonly string[]): string[] {
  const out: string[] = [];
  let open: string | null = null;
  for (const line of lines) {
    const text: string = open === null ? line : `${open} ${line.replace(/^\s*#.*$/, "")}`;
    const isOpen = /^\s*[\w."-]+\s*=\s*\[/.test(text) && count(text, "[") > count(text, "]");
    if (isOpen) open = text;
    else {
      out.push(text);
      open = null;
    }
  }
  if (open !== null) out.push(open);
  return out;
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}

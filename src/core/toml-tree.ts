/**
 * TOML as plain values. Total: what is not TOML is left out, line by line, and the rest is read. Dates and numbers stay
 * text, since nobody here computes with them.
 */
export type TomlValue = string | boolean | TomlValue[] | TomlTree;
export interface TomlTree {
  [key: string]: TomlValue;
}

/** Deeper than any manifest; a file that nests further is cut there. */
const MAX_DEPTH = 64;

export function parseToml(text: string): TomlTree {
  return new TomlReader(text).read();
}

class TomlReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): TomlTree {
    const root = emptyTree();
    let table = root;
    while (this.#skipTo()) {
      if (this.#peek() === "[") table = this.#header(root) ?? emptyTree();
      else this.#pair(table, 0);
      this.#skipLine();
    }
    return root;
  }

  /** `[a.b]` or `[[a.b]]`; null when it is neither. */
  #header(root: TomlTree): TomlTree | null {
    const isList = this.#text.startsWith("[[", this.#at);
    this.#at += isList ? 2 : 1;
    const keys = this.#keys();
    this.#skipBlanks();
    if (keys === null || this.#peek() !== "]") return null;
    this.#at += isList ? 2 : 1;
    const last = keys.pop()!;
    const parent = descend(root, keys);
    if (!isList) return descend(parent, [last]);
    const entry = emptyTree();
    const known = parent[last];
    if (Array.isArray(known)) known.push(entry);
    else parent[last] = [entry];
    return entry;
  }

  #pair(table: TomlTree, depth: number): boolean {
    const keys = this.#keys();
    this.#skipBlanks();
    if (keys === null || this.#peek() !== "=") return false;
    this.#at += 1;
    const value = this.#value(depth);
    if (value === undefined) return false;
    const last = keys.pop()!;
    descend(table, keys)[last] = value;
    return true;
  }

  #keys(): string[] | null {
    const keys: string[] = [];
    for (;;) {
      this.#skipBlanks();
      const quote = this.#peek();
      const key = quote === '"' || quote === "'" ? this.#string() : this.#match(/[A-Za-z0-9_-]+/y);
      if (key === undefined || keys.length >= MAX_DEPTH) return null;
      keys.push(key);
      this.#skipBlanks();
      if (this.#peek() !== ".") return keys;
      this.#at += 1;
    }
  }

  #value(depth: number): TomlValue | undefined {
    if (depth > MAX_DEPTH) return undefined;
    this.#skipBlanks();
    const first = this.#peek();
    if (first === '"' || first === "'") return this.#string();
    if (first === "[") return this.#list(depth);
    if (first === "{") return this.#inlineTable(depth);
    const word = this.#match(/[^\s,\]}#]+/y);
    return word === "true" || word === "false" ? word === "true" : word;
  }

  #list(depth: number): TomlValue[] | undefined {
    const values: TomlValue[] = [];
    this.#at += 1;
    for (;;) {
      if (!this.#skipTo()) return undefined;
      if (this.#peek() === "]") {
        this.#at += 1;
        return values;
      }
      const value = this.#value(depth + 1);
      if (value === undefined) return undefined;
      values.push(value);
      this.#skipTo();
      if (this.#peek() === ",") this.#at += 1;
      else if (this.#peek() !== "]") return undefined;
    }
  }

  #inlineTable(depth: number): TomlTree | undefined {
    const table = emptyTree();
    this.#at += 1;
    for (;;) {
      if (!this.#skipTo()) return undefined;
      if (this.#peek() === "}") {
        this.#at += 1;
        return table;
      }
      if (!this.#pair(table, depth + 1)) return undefined;
      this.#skipTo();
      if (this.#peek() === ",") this.#at += 1;
      else if (this.#peek() !== "}") return undefined;
    }
  }

  #string(): string | undefined {
    const quote = this.#peek()!;
    const isLong = this.#text.startsWith(quote.repeat(3), this.#at);
    const open = isLong ? quote.repeat(3) : quote;
    const start = this.#at + open.length;
    for (let at = start; at < this.#text.length; at++) {
      const char = this.#text[at]!;
      if (char === "\\" && quote === '"') at += 1;
      else if (char === "\n" && !isLong) return undefined;
      else if (this.#text.startsWith(open, at)) {
        this.#at = at + open.length;
        const raw = this.#text.slice(start, at);
        const inner = isLong ? raw.replace(/^\r?\n/, "") : raw;
        return quote === "'" ? inner : unescaped(inner);
      }
    }
    return undefined;
  }

  #peek(): string | undefined {
    return this.#text[this.#at];
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #skipBlanks(): void {
    this.#match(/[ \t]*/y);
  }

  /** Over blanks, ends of lines and comments; false at the end. */
  #skipTo(): boolean {
    this.#match(/(?:\s|#[^\n]*)*/y);
    return this.#at < this.#text.length;
  }

  #skipLine(): void {
    this.#match(/[^\n]*/y);
  }
}

/** Without a prototype: `__proto__` is a key like any other. */
function emptyTree(): TomlTree {
  return Object.create(null) as TomlTree;
}

/** The table at these keys, made where it is absent; the last entry where a list of tables stands. */
function descend(table: TomlTree, keys: readonly string[]): TomlTree {
  let at = table;
  for (const key of keys) {
    const known = at[key];
    const last = Array.isArray(known) ? known.at(-1) : known;
    if (typeof last === "object" && !Array.isArray(last)) at = last;
    else {
      const made = emptyTree();
      at[key] = made;
      at = made;
    }
  }
  return at;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|\r?\n\s*|([\s\S]))/g,
    (_all, code: string | undefined, char: string | undefined) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return char === undefined ? "" : (ESCAPES[char] ?? char);
    },
  );
}

/** The table below these keys; an empty one when there is none. */
export function tomlTable(tree: TomlTree, ...keys: readonly string[]): TomlTree {
  let at: TomlValue | undefined = tree;
  for (const key of keys) at = isTable(at) ? at[key] : undefined;
  return isTable(at) ? at : {};
}

export function isTable(value: TomlValue | undefined): value is TomlTree {
  return typeof value === "object" && !Array.isArray(value);
}

export function tomlStrings(value: TomlValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

export function tomlString(value: TomlValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

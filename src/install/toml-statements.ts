/**
 * TOML as a list of statements with their places: enough to add and remove a table without touching the rest. Values
 * are not read, only passed over; a text whose strings or brackets do not close is an error with its line.
 */

export interface TomlStatement {
  kind: "table" | "array-table" | "pair";
  /** Of a table its full name; of a pair the name under its table. */
  keys: string[];
  start: number;
  /** After the line break that ends it. */
  end: number;
}

export class TomlSyntaxError extends Error {
  readonly line: number;

  constructor(text: string, at: number, what: string) {
    super(what);
    this.line = text.slice(0, at).split("\n").length;
  }
}

const BARE_KEY = /[A-Za-z0-9_-]+/y;
const BASIC_STRING = /"(?:[^"\\\u0000-\u0008\u000a-\u001f]|\\.)*"/y;
const LITERAL_STRING = /'[^'\u0000-\u0008\u000a-\u001f]*'/y;
const REST_OF_LINE = /[ \t]*(?:#[^\r\n]*)?(?:\r?\n|$)/y;
/** Numbers, dates, booleans, inf and nan. */
const PLAIN_VALUE = /[A-Za-z0-9_+.:-]+(?: \d\d:[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?/y;

export function readTomlStatements(text: string): TomlStatement[] {
  return new Reader(text).read();
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): TomlStatement[] {
    const statements: TomlStatement[] = [];
    for (;;) {
      this.#skipSpaces();
      if (this.#at >= this.#text.length) return statements;
      if (this.#take(REST_OF_LINE) !== null) continue;
      statements.push(this.#readStatement());
    }
  }

  #readStatement(): TomlStatement {
    const start = this.#at;
    if (!this.#takeText("[")) {
      const keys = this.#readKeys();
      this.#expect("=");
      this.#skipSpaces();
      this.#skipValue();
      return { kind: "pair", keys, start, end: this.#endLine() };
    }
    const isArray = this.#takeText("[");
    this.#skipSpaces();
    const keys = this.#readKeys();
    this.#expect(isArray ? "]]" : "]");
    return { kind: isArray ? "array-table" : "table", keys, start, end: this.#endLine() };
  }

  #readKeys(): string[] {
    const keys = [this.#readKey()];
    this.#skipSpaces();
    while (this.#takeText(".")) {
      this.#skipSpaces();
      keys.push(this.#readKey());
      this.#skipSpaces();
    }
    return keys;
  }

  #readKey(): string {
    const quoted = this.#take(BASIC_STRING);
    if (quoted !== null) return unquote(quoted);
    const literal = this.#take(LITERAL_STRING);
    if (literal !== null) return literal.slice(1, -1);
    return this.#take(BARE_KEY) ?? this.#fail("a name is missing");
  }

  #skipValue(): void {
    const char = this.#text[this.#at];
    if (char === '"' || char === "'") this.#skipString(char);
    else if (char === "[") this.#skipList();
    else if (char === "{") this.#skipInlineTable();
    else if (this.#take(PLAIN_VALUE) === null) this.#fail("a value is missing");
  }

  #skipString(quote: string): void {
    const triple = quote.repeat(3);
    if (!this.#text.startsWith(triple, this.#at)) {
      if (this.#take(quote === '"' ? BASIC_STRING : LITERAL_STRING) === null)
        this.#fail("a string does not end");
      return;
    }
    let at = this.#at + 3;
    while (!this.#text.startsWith(triple, at)) {
      if (at >= this.#text.length) this.#fail("a string does not end");
      at += quote === '"' && this.#text[at] === "\\" ? 2 : 1;
    }
    at += 3;
    // Up to two quotes may stand before the closing three.
    for (let extra = 0; extra < 2 && this.#text[at] === quote; extra += 1) at += 1;
    this.#at = at;
  }

  #skipList(): void {
    const start = this.#at;
    this.#at += 1;
    for (let needsComma = false; ; needsComma = !this.#takeText(",")) {
      this.#skipTrivia();
      if (this.#takeText("]")) return;
      if (this.#at >= this.#text.length) this.#fail("a list does not end", start);
      if (needsComma) this.#fail("a comma or ] is missing");
      this.#skipValue();
      this.#skipTrivia();
    }
  }

  #skipInlineTable(): void {
    const start = this.#at;
    this.#at += 1;
    for (let needsComma = false; ; needsComma = !this.#takeText(",")) {
      this.#skipTrivia();
      if (this.#takeText("}")) return;
      if (this.#at >= this.#text.length) this.#fail("a table does not end", start);
      if (needsComma) this.#fail("a comma or } is missing");
      this.#readKeys();
      this.#expect("=");
      this.#skipSpaces();
      this.#skipValue();
      this.#skipTrivia();
    }
  }

  #skipSpaces(): void {
    while (this.#text[this.#at] === " " || this.#text[this.#at] === "\t") this.#at += 1;
  }

  /** Spaces, line breaks and comments, as they may stand inside lists. */
  #skipTrivia(): void {
    for (;;) {
      this.#skipSpaces();
      const before = this.#at;
      if (this.#at < this.#text.length) this.#take(REST_OF_LINE);
      if (this.#at === before) return;
    }
  }

  #endLine(): number {
    if (this.#take(REST_OF_LINE) === null) this.#fail("text after the end of the value");
    return this.#at;
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return null;
    this.#at += found.length;
    return found;
  }

  #takeText(wanted: string): boolean {
    if (!this.#text.startsWith(wanted, this.#at)) return false;
    this.#at += wanted.length;
    return true;
  }

  #expect(wanted: string): void {
    this.#skipSpaces();
    if (!this.#takeText(wanted)) this.#fail(`${wanted} is missing`);
  }

  #fail(what: string, at = this.#at): never {
    throw new TomlSyntaxError(this.#text, at, what);
  }
}

/** Names with escapes are rare; those that are not JSON's stay as they are written. */
function unquote(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}

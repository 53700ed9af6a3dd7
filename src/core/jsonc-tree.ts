/**
 * JSON with comments and trailing commas as a tree of places in the text, so that an edit touches only its own bytes.
 * Accepts what VS Code, Zed and OpenCode accept; anything else is an error with its line.
 */

export interface JsonProperty {
  key: string;
  keyStart: number;
  value: JsonNode;
  /** Place of the comma after the value; null when there is none. */
  commaAt: number | null;
}

export interface JsonNode {
  kind: "object" | "array" | "string" | "number" | "literal";
  start: number;
  /** After the last character. */
  end: number;
  /** Of an object; empty otherwise. */
  properties: JsonProperty[];
  /** What the text stands for, as JSON.parse would give it. */
  value: unknown;
}

export class JsonSyntaxError extends Error {
  readonly line: number;

  constructor(text: string, at: number, what: string) {
    super(what);
    this.line = text.slice(0, at).split("\n").length;
  }
}

/** A hostile file must not exhaust the stack. */
const MAX_DEPTH = 200;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

/** null for a text of nothing but spaces and comments. */
export function parseJsonc(text: string): JsonNode | null {
  const parser = new Parser(text);
  const start = parser.skipTrivia(0);
  if (start === text.length) return null;
  const root = parser.parseValue(start, 0);
  const end = parser.skipTrivia(root.end);
  if (end !== text.length) throw new JsonSyntaxError(text, end, "text after the end of the value");
  return root;
}

class Parser {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The place after spaces and comments. */
  skipTrivia(from: number): number {
    let at = from;
    while (at < this.#text.length) {
      const end = triviaEnd(this.#text, at);
      if (end === at) break;
      at = end;
    }
    return at;
  }

  parseValue(at: number, depth: number): JsonNode {
    if (depth > MAX_DEPTH)
      throw new JsonSyntaxError(this.#text, at, `nested deeper than ${MAX_DEPTH} levels`);
    switch (this.#text[at]) {
      case "{":
        return this.#parseObject(at, depth);
      case "[":
        return this.#parseArray(at, depth);
      case '"':
        return this.#parseToken(at, "string", STRING);
      case undefined:
        throw new JsonSyntaxError(this.#text, at, "the text ends too early");
      default: {
        const isNumber = /[-\d]/.test(this.#text[at]!);
        return this.#parseToken(at, isNumber ? "number" : "literal", isNumber ? NUMBER : LITERAL);
      }
    }
  }

  #parseToken(at: number, kind: "string" | "number" | "literal", pattern: RegExp): JsonNode {
    pattern.lastIndex = at;
    const token = pattern.exec(this.#text)?.[0];
    if (token === undefined) throw new JsonSyntaxError(this.#text, at, "not a value");
    return { kind, start: at, end: at + token.length, properties: [], value: JSON.parse(token) };
  }

  #parseObject(start: number, depth: number): JsonNode {
    const properties: JsonProperty[] = [];
    const value: Record<string, unknown> = Object.create(null);
    let at = this.skipTrivia(start + 1);
    while (this.#text[at] !== "}") {
      if (properties.length > 0 && properties.at(-1)!.commaAt === null) {
        throw new JsonSyntaxError(this.#text, at, "a comma or } is missing");
      }
      if (this.#text[at] !== '"') throw new JsonSyntaxError(this.#text, at, "a name in quotes is missing");
      const key = this.#parseToken(at, "string", STRING);
      const colon = this.skipTrivia(key.end);
      if (this.#text[colon] !== ":") throw new JsonSyntaxError(this.#text, colon, "a colon is missing");
      const child = this.parseValue(this.skipTrivia(colon + 1), depth + 1);
      const after = this.skipTrivia(child.end);
      const commaAt = this.#text[after] === "," ? after : null;
      properties.push({ key: key.value as string, keyStart: at, value: child, commaAt });
      value[key.value as string] = child.value;
      at = commaAt === null ? after : this.skipTrivia(commaAt + 1);
    }
    return { kind: "object", start, end: at + 1, properties, value };
  }

  #parseArray(start: number, depth: number): JsonNode {
    const value: unknown[] = [];
    let at = this.skipTrivia(start + 1);
    let needsComma = false;
    while (this.#text[at] !== "]") {
      if (needsComma) throw new JsonSyntaxError(this.#text, at, "a comma or ] is missing");
      const item = this.parseValue(at, depth + 1);
      value.push(item.value);
      at = this.skipTrivia(item.end);
      needsComma = this.#text[at] !== ",";
      if (!needsComma) at = this.skipTrivia(at + 1);
    }
    return { kind: "array", start, end: at + 1, properties: [], value };
  }
}

/** The place after one run of spaces or one comment at `at`; `at` itself when there is neither. */
export function triviaEnd(text: string, at: number): number {
  const char = text[at];
  if (char === " " || char === "\t" || char === "\n" || char === "\r") return at + 1;
  if (char !== "/") return at;
  if (text[at + 1] === "/") {
    const rest = /[\r\n]/g;
    rest.lastIndex = at;
    return rest.exec(text)?.index ?? text.length;
  }
  if (text[at + 1] === "*") {
    const close = text.indexOf("*/", at + 2);
    if (close < 0) throw new JsonSyntaxError(text, at, "a comment does not end");
    return close + 2;
  }
  return at;
}

/** The last property of that name, which is the one JSON readers take. */
export function findProperty(node: JsonNode, key: string): JsonProperty | undefined {
  return node.properties.findLast((property) => property.key === key);
}

/**
 * What a call or an annotation is given, read off the text behind its name. Literals, templates and plain names are
 * kept, `true` under a name, at one level inside lists and objects too; everything else is passed over with its brackets and strings.
 */
import type { ArgumentFact, HoleFact } from "../../core/facts.ts";
import type { LiteralSyntax } from "../../languages/literal-syntax.ts";
import { argumentsStart, PARENTHESIS, SPACE_IN_LINE, skip } from "./arguments-start.ts";
import { concatenatedText, type JoinedText, joinedText } from "./joined-text.ts";
import { lexicalTable } from "./lexical-table.ts";
import { ENDS_OR_NESTS, MAX_EXPRESSION, mayHoldString, NESTING } from "./may-hold-string.ts";
import { readString, stringFormAt } from "./read-string.ts";
import { fold } from "./signature.ts";

export interface ReadArguments {
  arguments: ArgumentFact[];
  /** Behind what was read. */
  end: number;
}

const MAX_TEXT = 200;
export const MAX_HOLE = 80;
const MAX_ARGUMENTS = 24;
/** Modules list what they provide, applications their routes. */
const MAX_ARGUMENTS_OF_LISTS: Readonly<Record<Kept, number>> = {
  literals: MAX_ARGUMENTS,
  "and names": 64,
  "and calls": 160,
};
/** A list or an object given as an argument, and lists in it. */
const MAX_DEPTH = 2;
/** `@Module({ providers: [{ provide: Store, useClass: SqlStore }] })` */
const MAX_DEPTH_OF_ANNOTATIONS = 3;

const SPACE = /\s*/y;
const ARGUMENT_NAME = /([A-Za-z_$][\w$-]*[?!]?)\s*(?:=(?![=>~])|:(?![:=]))\s*/y;
const ARROW_NAME = /([A-Za-z_$][\w$-]*)\s*=>\s*/y;
const AFTER_KEY = /\s*(?:=>|:(?![:=]))\s*/y;
const ATOM = /:([A-Za-z_]\w*[?!]?)/y;
const NAME_CHAIN =
  /[A-Za-z_$@\x80-\uffff\\][\w$\x80-\uffff]*(?:(?:\?\.|::|->|\.|\\)[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*)*/y;
const LIST_START =
  /(?:new\s*[\w.]*\s*\[\s*\]\s*|\[\s*\][\w.]+|&(?:mut )?|vec!\s*|(?:arrayOf|listOf|setOf|List\.of|Set\.of|Arrays\.asList|array|Seq|List|Array|Set)(?=\())?(?=[[{(])/y;
/** `dispatch(new SendMail(user))`: what is made is told by its name. */
const MAKING = /new\s+(?=[A-Z\\])/y;
/** `nest("/api", &router)`: what is lent is told by its name. */
const LENDING = /&(?:mut\s+)?(?=[A-Za-z_])/y;
/** What an option is switched on with. */
const SWITCHED_ON = /(?:true|True)\b/y;
const WORD_LIST = /%[wiWI]([[({<|])/y;
/** Where an argument without parentheses may end. */
const BARE_END = /[ \t]*(?:$|[\r\n;)\]}|{#,]|(?:do|if|unless|then|and|or|while|end)\b|->|--)/y;
const NO_NAME =
  /^(?:function|async|await|new|lambda|fn|func|not|typeof|class|if|match|switch|yield|delete|void|true|false|null|undefined|None|True|False|nil|this|self|super|do)$/;
const CLOSER: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">", "|": "|" };

/**
 * What is kept: literals, and names where a literal could stand; `and names`: names inside lists and objects, too;
 * `and calls`: names that are called, as `users()`, as well.
 */
export type Kept = "literals" | "and names" | "and calls";

/** Null when the name is followed by no arguments. */
export function readArguments(
  source: string,
  nameEnd: number,
  syntax: LiteralSyntax,
  kept: Kept,
): ReadArguments | null {
  const at = argumentsStart(source, nameEnd, syntax);
  if (at < 0) return null;
  const isBracket = source.charCodeAt(at) === PARENTHESIS;
  const isLiteralNeeded = kept === "literals" && isBracket && !syntax.bareArguments;
  if (isLiteralNeeded && !mayHoldString(source, at, syntax)) return null;
  const reader = new ArgumentReader(source, syntax, kept);
  if (syntax.bareArguments === "spaces") return reader.betweenSpaces(at);
  const isList = source[at] === "(" || (source[nameEnd] === "!" && CLOSER[source[at]!] !== undefined);
  return isList ? reader.inBrackets(at) : reader.upToLineEnd(at);
}

const FIRST_LETTER = 65;

interface Template {
  text: string;
  holes: HoleFact[];
  hasText: boolean;
}

class ArgumentReader {
  readonly #source: string;
  readonly #syntax: LiteralSyntax;
  readonly #kept: Kept;
  readonly #found: ArgumentFact[] = [];
  readonly #maxArguments: number;
  readonly #maxDepth: number;
  #at = 0;

  constructor(source: string, syntax: LiteralSyntax, kept: Kept) {
    this.#source = source;
    this.#syntax = syntax;
    this.#kept = kept;
    this.#maxArguments = MAX_ARGUMENTS_OF_LISTS[kept];
    this.#maxDepth = kept === "and names" ? MAX_DEPTH_OF_ANNOTATIONS : MAX_DEPTH;
  }

  inBrackets(open: number): ReadArguments {
    this.#at = open + 1;
    const close = CLOSER[this.#source[open]!]!;
    for (let position = 0; this.#found.length < this.#maxArguments; position++) {
      this.#skipSpace();
      if (this.#source[this.#at] === close) {
        this.#at += 1;
        break;
      }
      if (this.#at >= this.#source.length || !this.#readEntry({ position }, close, 0)) break;
      if (this.#source[this.#at] === ",") this.#at += 1;
    }
    return this.#result();
  }

  /** `get "/a", to: "b"`: the line may go on behind a comma. */
  upToLineEnd(start: number): ReadArguments {
    this.#at = start;
    for (let position = 0; this.#found.length < this.#maxArguments; position++) {
      if (!this.#readEntry({ position }, "", 0) || this.#source[this.#at] !== ",") break;
      this.#at += 1;
      this.#skipSpace();
    }
    return this.#result();
  }

  /** `get "/a" handler`: only strings are kept; words and bracketed expressions count as arguments. */
  betweenSpaces(start: number): ReadArguments {
    const source = this.#source;
    this.#at = start;
    for (let position = 0; this.#found.length < this.#maxArguments; position++) {
      this.#at = skip(source, this.#at, SPACE_IN_LINE);
      const form = stringFormAt(source, this.#at, this.#syntax);
      const string = form && readString(source, this.#at, form);
      if (string) {
        this.#at = string.end;
        this.#add({ position }, { ...string, hasText: true });
        continue;
      }
      const char = source[this.#at];
      if (char === undefined || /[\r\n;|&)$}\]#<>]/.test(char)) break;
      if (char === "(" ? !this.#skipBrackets() : !this.#skipWord()) break;
    }
    return this.#result();
  }

  #skipWord(): boolean {
    const start = this.#at;
    this.#at = skip(this.#source, start, /[^\s;|&()"'`$<>]*/y);
    return this.#at > start;
  }

  #result(): ReadArguments {
    return { arguments: this.#found, end: this.#at };
  }

  /** One argument, with its name or key; false when reading must stop. It ends at a comma or at `close`. */
  #readEntry(place: Omit<ArgumentFact, "text" | "holes">, close: string, depth: number): boolean {
    const name = this.#nameOfEntry(depth);
    const own = name === null ? place : { ...place, [depth === 0 ? "name" : "key"]: name };
    const start = this.#at;
    const before = this.#found.length;
    if (!stringFormAt(this.#source, start, this.#syntax) && this.#readList(own, close, depth)) {
      // `{ age: { type: Number } }`: what is inside is data, the key is not.
      const isKeyAlone = this.#kept === "and calls" && depth === 1 && name !== null;
      if (isKeyAlone && this.#source[start] === "{" && this.#found.length === before)
        this.#add(own, { text: "", holes: [{ at: 0, text: "{}" }], hasText: false });
      return true;
    }
    this.#at = start;
    const template = (name === null ? null : this.#readSwitch()) ?? this.#readTemplate();
    if (template && this.#isAtEnd(close)) {
      // An object inside an object is data.
      const isTooDeep = depth === MAX_DEPTH && name !== null;
      const isWanted = template.hasText || depth === 0 || this.#kept !== "literals";
      if (isWanted && !isTooDeep) this.#add(own, template);
      return true;
    }
    this.#at = start;
    return this.#skipExpression(close);
  }

  /** `name:`, `name =`, `"name" =>`, `:name =>` */
  #nameOfEntry(depth: number): string | null {
    const source = this.#source;
    const isString = lexicalTable(this.#syntax).forms[source.charCodeAt(this.#at)] !== undefined;
    // In lists of arguments a string is a key only where arrows are.
    if (isString && depth === 0 && !this.#syntax.hasArrowKeys && source.charCodeAt(this.#at) < FIRST_LETTER)
      return null;
    for (const pattern of this.#syntax.hasArrowKeys ? [ARGUMENT_NAME, ARROW_NAME] : [ARGUMENT_NAME]) {
      pattern.lastIndex = this.#at;
      const match = pattern.exec(source);
      if (match && match[1] !== "lambda") {
        this.#at = pattern.lastIndex;
        return match[1]!;
      }
    }
    const start = this.#at;
    const key = this.#readLiteral();
    if (key && key.holes.length === 0) {
      AFTER_KEY.lastIndex = this.#at;
      if (AFTER_KEY.test(source)) {
        this.#at = AFTER_KEY.lastIndex;
        return key.text.slice(0, MAX_HOLE);
      }
    }
    this.#at = start;
    return null;
  }

  #readList(place: Omit<ArgumentFact, "text" | "holes">, close: string, depth: number): boolean {
    const source = this.#source;
    if (depth >= this.#maxDepth) return false;
    if (this.#readWordList(place)) return this.#isAtEnd(close);
    LIST_START.lastIndex = this.#at;
    if (!LIST_START.test(source)) return false;
    const open = LIST_START.lastIndex;
    const inner = CLOSER[source[open]!]!;
    const before = this.#found.length;
    this.#at = open + 1;
    for (;;) {
      this.#skipSpace();
      if (source[this.#at] === inner) break;
      const isRead = this.#found.length < this.#maxArguments && this.#readEntry(place, inner, depth + 1);
      if (!isRead || this.#at >= source.length) {
        this.#found.length = before;
        return false;
      }
      if (source[this.#at] === ",") this.#at += 1;
    }
    this.#at += 1;
    if (this.#isAtEnd(close)) return true;
    this.#found.length = before;
    return false;
  }

  /** `%w[get post]` */
  #readWordList(place: Omit<ArgumentFact, "text" | "holes">): boolean {
    if (!this.#syntax.hasAtoms || this.#source[this.#at] !== "%") return false;
    WORD_LIST.lastIndex = this.#at;
    const match = WORD_LIST.exec(this.#source);
    const end = match ? this.#source.indexOf(CLOSER[match[1]!]!, WORD_LIST.lastIndex) : -1;
    if (end < 0 || end - this.#at > MAX_EXPRESSION) return false;
    for (const text of this.#source.slice(WORD_LIST.lastIndex, end).split(/\s+/).filter(Boolean))
      this.#add(place, { text, holes: [], hasText: true });
    this.#at = end + 1;
    return true;
  }

  /** Strings and names joined by the language's operators; null for any other expression. */
  #readTemplate(): Template | null {
    const { joins, joinsNeighbours } = this.#syntax;
    const whole: Template = { text: "", holes: [], hasText: false };
    for (;;) {
      const part = this.#readLiteral() ?? this.#readConcatenated() ?? this.#readName();
      if (!part) return null;
      for (const hole of part.holes) whole.holes.push({ at: hole.at + whole.text.length, text: hole.text });
      whole.text += part.text;
      whole.hasText ||= part.hasText;
      const before = this.#at;
      this.#skipSpace();
      const join = joins.find((operator) => this.#source.startsWith(operator, this.#at));
      if (join !== undefined) {
        this.#at += join.length;
        this.#skipSpace();
      } else if (!joinsNeighbours || !part.hasText || !stringFormAt(this.#source, this.#at, this.#syntax)) {
        this.#at = before;
        return whole;
      }
    }
  }

  #readLiteral(): Template | null {
    const form = stringFormAt(this.#source, this.#at, this.#syntax);
    if (form) {
      const string = readString(this.#source, this.#at, form);
      if (!string) return null;
      this.#at = string.end;
      return { text: string.text, holes: string.holes, hasText: true };
    }
    if (!this.#syntax.hasAtoms) return null;
    ATOM.lastIndex = this.#at;
    const atom = ATOM.exec(this.#source);
    if (!atom) return null;
    this.#at = ATOM.lastIndex;
    return { text: atom[1]!, holes: [], hasText: true };
  }

  #readConcatenated(): Template | null {
    if (this.#source[this.#at] !== "[") return null;
    return this.#takeJoined(concatenatedText(this.#source, this.#at));
  }

  #takeJoined(joined: JoinedText | null): Template | null {
    if (joined) this.#at = joined.end;
    return joined && { text: joined.text, holes: joined.holes, hasText: true };
  }

  #readSwitch(): Template | null {
    SWITCHED_ON.lastIndex = this.#at;
    if (!SWITCHED_ON.test(this.#source)) return null;
    this.#at = SWITCHED_ON.lastIndex;
    return { text: "", holes: [{ at: 0, text: "true" }], hasText: false };
  }

  #readName(): Template | null {
    if (this.#kept === "and calls") this.#at = Math.max(this.#at, skip(this.#source, this.#at, MAKING));
    this.#at = Math.max(this.#at, skip(this.#source, this.#at, LENDING));
    NAME_CHAIN.lastIndex = this.#at;
    const match = NAME_CHAIN.exec(this.#source);
    if (!match || NO_NAME.test(match[0])) return null;
    this.#at = NAME_CHAIN.lastIndex;
    const joined = this.#takeJoined(joinedText(this.#source, match[0], this.#at));
    if (joined) return joined;
    const isCalled = this.#source[this.#at] === "(" && this.#isCallRead();
    const text = fold(isCalled ? `${match[0]}()` : match[0], MAX_HOLE);
    return { text: "", holes: [{ at: 0, text }], hasText: false };
  }

  /** `config.get("url") + "message"`: a call is a hole where text is joined to it, or where calls are kept. */
  #isCallRead(): boolean {
    const start = this.#at;
    if (!this.#skipBrackets()) return false;
    if (this.#kept === "and calls") return true;
    const behind = this.#at;
    this.#skipSpace();
    const isJoined = this.#syntax.joins.some((operator) => this.#source.startsWith(operator, this.#at));
    this.#at = isJoined ? behind : start;
    return isJoined;
  }

  /** Whether nothing but the end of the argument follows. */
  #isAtEnd(close: string): boolean {
    if (close === "") {
      BARE_END.lastIndex = this.#at;
      const isEnd = BARE_END.test(this.#source) || this.#at >= this.#source.length;
      if (isEnd) this.#at = skip(this.#source, this.#at, SPACE_IN_LINE);
      return isEnd;
    }
    this.#skipSpace();
    const char = this.#source[this.#at];
    return char === "," || char === close;
  }

  #add(place: Omit<ArgumentFact, "text" | "holes">, { text, holes }: Template): void {
    const isCut = text.length > MAX_TEXT;
    const argument: ArgumentFact = {
      position: place.position,
      text: isCut ? `${text.slice(0, MAX_TEXT - 1)}…` : text,
      holes: isCut ? holes.filter(({ at }) => at < MAX_TEXT) : holes,
    };
    if (place.name !== undefined) argument.name = place.name;
    if (place.key !== undefined) argument.key = place.key;
    this.#found.push(argument);
  }

  /** To the comma or bracket that ends the expression; false when that is too far. */
  #skipExpression(close: string): boolean {
    const source = this.#source;
    const limit = Math.min(source.length, this.#at + MAX_EXPRESSION);
    this.#skipPattern();
    const { starts } = lexicalTable(this.#syntax);
    while (this.#at < limit) {
      const code = source.charCodeAt(this.#at);
      if (starts[code] === 1 && this.#skipText()) continue;
      if (!ENDS_OR_NESTS[code]) {
        this.#at += 1;
        continue;
      }
      const char = source[this.#at]!;
      if (char === "," || char === close) return true;
      if (char === "(" || char === "[" || char === "{") {
        if (!this.#skipBrackets()) return false;
      } else if (char === ")" || char === "]" || char === "}" || close === "") return false;
      else this.#at += 1;
    }
    return false;
  }

  /** From an opening bracket to behind its closing one. */
  #skipBrackets(): boolean {
    const source = this.#source;
    const limit = Math.min(source.length, this.#at + MAX_EXPRESSION);
    const { starts } = lexicalTable(this.#syntax);
    let depth = 0;
    while (this.#at < limit) {
      const code = source.charCodeAt(this.#at);
      if (starts[code] === 1 && this.#skipText()) continue;
      this.#at += 1;
      const step = NESTING[code];
      if (!step) continue;
      depth += step;
      if (depth === 0) return true;
    }
    return false;
  }

  /** A string, a character or a comment, when one starts here. */
  #skipText(): boolean {
    const form = stringFormAt(this.#source, this.#at, this.#syntax);
    const string = form && readString(this.#source, this.#at, form);
    if (string) this.#at = string.end;
    return string !== null || this.#skipCharacter() || this.#skipComment();
  }

  #skipCharacter(): boolean {
    if (!this.#syntax.hasCharacters || this.#source[this.#at] !== "'") return false;
    const end = skip(this.#source, this.#at, /'(?:\\[^'\n]{1,10}|\\'|[^'\\\n])'/y);
    if (end === 0) return false;
    this.#at = end;
    return true;
  }

  /** `/x/` where a value starts. */
  #skipPattern(): void {
    if (!this.#syntax.hasPatterns || this.#source[this.#at] !== "/") return;
    const end = skip(this.#source, this.#at, /\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/\w*/y);
    if (end > 0) this.#at = end;
  }

  #skipSpace(): void {
    for (;;) {
      this.#at = skip(this.#source, this.#at, SPACE);
      if (!this.#skipComment()) return;
    }
  }

  #skipComment(): boolean {
    const source = this.#source;
    const { lineComments, blockComments } = this.#syntax;
    for (const open of lineComments) {
      if (!source.startsWith(open, this.#at)) continue;
      const end = source.indexOf("\n", this.#at);
      this.#at = end < 0 ? source.length : end;
      return true;
    }
    for (const [open, close] of blockComments) {
      if (!source.startsWith(open, this.#at)) continue;
      const end = source.indexOf(close, this.#at + open.length);
      this.#at = end < 0 ? source.length : end + close.length;
      return true;
    }
    return false;
  }
}

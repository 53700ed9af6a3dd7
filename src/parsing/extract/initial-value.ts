/** What a name is initialised with, read off the text of the initialiser. */
import type { ValueFact } from "../../core/facts.ts";
import type { Place } from "./captures.ts";
import { withoutArguments } from "./receiver-text.ts";

/** A longer initialiser is data. */
const MAX_VALUE = 2_000;
const MAX_CHAIN = 160;
const PREFIX = /^(?:await |yield |try[!?]? |co_await |return |[*&])+/;
const LINK = String.raw`[A-Za-z_$@\x80-\uffff][\w$\x80-\uffff]*[?!]?(?:(?:::)?<[^()=;]*>)?(?:\(\)|\[\]|\{\})*!?`;
const CHAIN = new RegExp(String.raw`^(?:new )?\\?${LINK}(?:(?:\?\.|\?->|&\.|::|->|\.|\\)${LINK})*$`);
const LAST_LINK =
  /(\?\.|\?->|&\.|::|->|\.|\\)?([A-Za-z_$@\x80-\uffff][\w$\x80-\uffff]*[?!]?)(?:(?:::)?<[^()]*>)?((?:\(\)|\[\]|\{\})*)!?$/;
/** Words that start an expression which is no value of a name. */
const KEYWORD =
  /^(?:function|class|async|if|match|switch|case|not|typeof|void|delete|lambda|do|for|while|fn|func|struct|enum|union|true|false|null|undefined|None|nil|this|self)$/;

/** Null when the initialiser is more than a chain of names, calls and indexes: an operator, a literal, a condition. */
export function readValue(source: string, place: Place): ValueFact | null {
  if (place.end - place.start > MAX_VALUE) return null;
  const first = source.charCodeAt(place.start);
  // Strings, numbers, lists and objects, parenthesised functions.
  if (first === 34 || first === 39 || first === 96 || first === 91 || first === 123 || first === 40)
    return null;
  if (first >= 48 && first <= 57) return null;
  const text = withoutArguments(source.slice(place.start, place.end)).replace(PREFIX, "");
  if (text.length > MAX_CHAIN || !CHAIN.test(text)) return null;
  const last = LAST_LINK.exec(text);
  if (!last) return null;
  const [, separator = "", name, brackets] = last as unknown as [string, string, string, string];
  if (brackets.endsWith("[]")) return partOf(text.slice(0, -2), "[]");
  if (brackets.includes("[]")) return null;
  const before = text.slice(0, last.index);
  const isNew = before.startsWith("new ") && !/[()]/.test(before);
  const receiver = before.slice(isNew ? 4 : 0);
  if (receiver === "" && KEYWORD.test(name)) return null;
  // `Foo { a: 1 }` makes a Foo in Rust and Go.
  const kind = isNew || brackets === "{}" ? "new" : brackets === "" ? "name" : "call";
  return separator === "" || receiver === "" ? { kind, name } : { kind, name, receiver };
}

const TYPE_PATH = String.raw`[A-Z][\w$]*(?:\.[A-Z][\w$]*)*`;
/** A call whose type argument, whose first argument or one of whose arguments names a type. */
const GIVEN_TYPE = new RegExp(
  String.raw`^(?:await\s+)?[A-Za-z_$][\w$.]*(?:<(${TYPE_PATH})>\(|\(\s*(${TYPE_PATH})\s*[,)]|\([^()]*?\b(${TYPE_PATH})\.class\b)`,
);

/** The type that a plain call is given, by which it may say what it makes. */
export function readGivenType(source: string, place: Place): string | null {
  const match = GIVEN_TYPE.exec(source.slice(place.start, Math.min(place.end, place.start + MAX_CHAIN)));
  return match ? (match[1] ?? match[2] ?? match[3]!) : null;
}

/** The value of a name that stands for a part of something: an element in a loop or a callback, one of several results. */
export function readPart(source: string, place: Place, name: string): ValueFact | null {
  if (place.end - place.start > MAX_VALUE) return null;
  const text = withoutArguments(source.slice(place.start, place.end)).replace(PREFIX, "");
  return text.length <= MAX_CHAIN && CHAIN.test(text) ? partOf(text, name) : null;
}

function partOf(whole: string, name: string): ValueFact | null {
  return whole === "" || whole.startsWith("new ") ? null : { kind: "name", name, receiver: whole };
}

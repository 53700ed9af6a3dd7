/** What a name is initialised with, read off the text of the initialiser. */
import type { ValueFact } from "../../core/facts.ts";
import type { Place } from "./captures.ts";

const MAX_VALUE = 240;
const NEW_VALUE = /^(?:await\s+)?new\s+([\w$.:\\]+)/;
const CALL_VALUE =
  /^(?:await\s+|yield\s+|try[!?]?\s+|\*|&)?([\w$@][\w$.:?!>\-\\]*?)\s*(?:<[^<>()]*>|\[[^[\]()]*\])?\(/;
const NAME_VALUE = /^(?:await\s+|\*|&)?([\w$@][\w$.:?!>\-\\]*)$/;
const SEPARATOR = /(?:\?\.|::|->|[.\\])(?=[^.:>\\]*$)/;

/** What an initialiser says about the value, read off its text: that works for all languages alike. */
export function readValue(source: string, place: Place): ValueFact | null {
  const text = source.slice(place.start, Math.min(place.end, place.start + MAX_VALUE));
  const created = NEW_VALUE.exec(text);
  if (created) return splitName("new", created[1]!);
  const called = CALL_VALUE.exec(text);
  if (called) return splitName("call", called[1]!);
  const named = NAME_VALUE.exec(text);
  return named && !/^\d/.test(named[1]!) ? splitName("name", named[1]!) : null;
}

function splitName(kind: ValueFact["kind"], path: string): ValueFact {
  const at = path.search(SEPARATOR);
  if (at < 0) return { kind, name: path };
  const name = path.slice(at).replace(/^(?:\?\.|::|->|[.\\])/, "");
  return name === "" ? { kind, name: path } : { kind, name, receiver: path.slice(0, at) };
}

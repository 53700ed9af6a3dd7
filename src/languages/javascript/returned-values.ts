import type { BlobFacts, ValueFact } from "../../core/facts.ts";
import { addReturnedValues as addReturned } from "../returned-values.ts";

const REST_OF_STATEMENT = /[^\n;]*/y;
const MADE = /^new\s+(?:([\w$.]+)\.)?([\w$]+)\s*[(<]/;

export function addReturnedValues(facts: BlobFacts, source: string): void {
  if (/\breturn\s+(?:new\s|this\b)/.test(source)) addReturned(facts, source, readReturned);
}

function readReturned(source: string, at: number): ValueFact | null {
  REST_OF_STATEMENT.lastIndex = at;
  const text = REST_OF_STATEMENT.exec(source)![0].trim();
  if (text === "this" || text === "this }") return { kind: "name", name: "this" };
  const made = MADE.exec(text);
  // `new Foo().build()` returns what build returns.
  if (!made || /\)\s*\.\s*[\w$]/.test(text)) return null;
  return made[1] === undefined
    ? { kind: "new", name: made[2]! }
    : { kind: "new", name: made[2]!, receiver: made[1] };
}

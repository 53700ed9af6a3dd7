/** Functions by the types they are given and give back, as written in their declarations. */
import type { SymbolFact } from "../core/facts.ts";
import { eachWord, wordTerms } from "../core/terms.ts";
import type { BlobId, SymbolHit, ViewReader } from "../storage/contract.ts";

export interface TypeQuery {
  side: "returns" | "takes";
  type: string;
}

/** `returns:Promise<User>`, `takes:User`, `functions returning Promise<User>`, `methods that take a User`. */
const SHORT = /^(returns|takes):\s*(\S.*)$/i;
const SPOKEN =
  /^(?:functions?|methods?)\s+(?:that\s+|which\s+)?(return(?:s|ing)?|tak(?:e|es|ing)|accept(?:s|ing)?)\s+(?:an?\s+)?(\S.*)$/i;

export function parseTypeQuery(text: string): TypeQuery | null {
  const match = SHORT.exec(text.trim()) ?? SPOKEN.exec(text.trim());
  if (!match) return null;
  return { side: /^ret/i.test(match[1]!) ? "returns" : "takes", type: match[2]!.trim() };
}

/** Those of exactly this type first, then those whose type holds it, each by path and place. */
export async function findByType(reader: ViewReader, { side, type }: TypeQuery): Promise<SymbolHit[]> {
  const wanted = fold(type);
  if (!/\w/.test(wanted)) return [];
  const blobs = await blobsWithWords(reader, type);
  const files = (await reader.files()).filter(({ blob }) => blobs.has(blob));
  const outlines = await reader.outlines(files.map(({ blob }) => blob));
  const exact: SymbolHit[] = [];
  const holding: SymbolHit[] = [];
  for (const [at, { path, blob }] of files.entries()) {
    for (const [ordinal, symbol] of outlines[at]!.symbols.entries()) {
      const types = typesOf(symbol, side).map(fold);
      const hit = { path, blob, ordinal, symbol };
      if (types.includes(wanted)) exact.push(hit);
      else if (types.some((one) => holds(one, wanted))) holding.push(hit);
    }
  }
  return [...exact, ...holding];
}

function typesOf({ returnType, parameters }: SymbolFact, side: TypeQuery["side"]): string[] {
  if (side === "returns") return returnType === undefined ? [] : [returnType];
  return parameters.flatMap(({ type }) => type ?? []);
}

/** White space and case mean nothing here. */
function fold(type: string): string {
  return type.replace(/\s+/g, "").toLowerCase();
}

/** As a part of its own: `User` in `Promise<User[]>`, not in `UserId`. */
function holds(type: string, wanted: string): boolean {
  for (let at = type.indexOf(wanted); at >= 0; at = type.indexOf(wanted, at + 1)) {
    const [before, after] = [type[at - 1] ?? "", type[at + wanted.length] ?? ""];
    if (!/\w/.test(before) && !/\w/.test(after)) return true;
  }
  return false;
}

/** Contents in which every word of the type stands. */
async function blobsWithWords(reader: ViewReader, type: string): Promise<Set<BlobId>> {
  const terms = new Set<string>();
  eachWord(type, (word) => void terms.add(wordTerms(word)[0]!));
  const postings = await reader.postings([...terms]);
  const found = [...terms].map((term) => new Set<number>(postings.get(term)?.blobs));
  const [first = new Set<number>(), ...others] = found;
  return new Set([...first].filter((blob) => others.every((blobs) => blobs.has(blob))) as BlobId[]);
}

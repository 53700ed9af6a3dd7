import { PieceCache } from "./piece-cache.ts";
import type { TokenModel } from "./tokenizer.ts";

/** How GPT-2 cuts text before pairs are merged. */
const PIECE = /'(?:s|t|re|ve|m|ll|d)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

/** Every byte as a visible character: printable ones stand for themselves, the others follow from U+0100 on. */
const CHARACTER_OF_BYTE: readonly string[] = (() => {
  const isPlain = (byte: number) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(isPlain(byte) ? byte : next++));
})();

/** Bytes of a piece are merged pair by pair, the pair learned first going first. */
export class BytePairs implements TokenModel {
  readonly #ranks: ReadonlyMap<string, number>;
  readonly #cache = new PieceCache<string, number[]>(20_000);
  readonly #addsSpace: boolean;
  readonly #vocabulary: ReadonlyMap<string, number>;

  constructor(vocabulary: ReadonlyMap<string, number>, merges: readonly string[], addsSpace: boolean) {
    this.#vocabulary = vocabulary;
    this.#addsSpace = addsSpace;
    this.#ranks = new Map(merges.map((merge, rank) => [merge, rank]));
  }

  encode(text: string): number[] {
    const source = this.#addsSpace && !text.startsWith(" ") ? ` ${text}` : text;
    return [...source.matchAll(PIECE)].flatMap(([piece]) =>
      this.#cache.getOrMake(piece, () => this.#merge(piece)),
    );
  }

  #merge(piece: string): number[] {
    const parts = Array.from(Buffer.from(piece), (byte) => CHARACTER_OF_BYTE[byte]!);
    for (;;) {
      let best = -1;
      let bestRank = Number.POSITIVE_INFINITY;
      for (let at = 0; at + 1 < parts.length; at++) {
        const rank = this.#ranks.get(`${parts[at]} ${parts[at + 1]}`);
        if (rank !== undefined && rank < bestRank) [best, bestRank] = [at, rank];
      }
      if (best < 0) break;
      parts.splice(best, 2, parts[best]! + parts[best + 1]!);
    }
    return parts.flatMap((part) => this.#vocabulary.get(part) ?? []);
  }
}

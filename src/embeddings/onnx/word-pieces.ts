import type { TokenModel } from "./tokenizer.ts";

export interface WordPieceOptions {
  unknown: string;
  /** Before pieces that continue a word. */
  prefix: string;
  isLowerCase: boolean;
}

const MAX_WORD = 100;
/** Words; every sign and every Chinese character is one of its own. */
const WORD = /[\p{P}\p{S}]|\p{Script=Han}|[^\s\p{P}\p{S}\p{Script=Han}]+/gu;

/** Each word is cut into the longest pieces of the vocabulary, from the left; a word that cannot be cut is unknown. */
export class WordPieces implements TokenModel {
  readonly #options: WordPieceOptions;
  readonly #vocabulary: ReadonlyMap<string, number>;

  constructor(vocabulary: ReadonlyMap<string, number>, options: WordPieceOptions) {
    this.#vocabulary = vocabulary;
    this.#options = options;
  }

  encode(text: string): number[] {
    const { isLowerCase } = this.#options;
    const cleaned = text.replace(/[\p{Cc}\p{Cf}\ufffd]/gu, (sign) => (/\s/.test(sign) ? " " : ""));
    const normal = isLowerCase
      ? cleaned
          .toLowerCase()
          .normalize("NFD")
          .replace(/\p{Mn}/gu, "")
      : cleaned;
    return [...normal.matchAll(WORD)].flatMap(([word]) => this.#cut(word));
  }

  #cut(word: string): number[] {
    const { unknown, prefix } = this.#options;
    const missing = () => [this.#vocabulary.get(unknown) ?? 0];
    const letters = [...word];
    if (letters.length > MAX_WORD) return missing();
    const ids: number[] = [];
    for (let start = 0; start < letters.length; ) {
      let end = letters.length;
      let id: number | undefined;
      for (; end > start; end--) {
        id = this.#vocabulary.get((start > 0 ? prefix : "") + letters.slice(start, end).join(""));
        if (id !== undefined) break;
      }
      if (id === undefined) return missing();
      ids.push(id);
      start = end;
    }
    return ids;
  }
}

import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildVocabulary } from "../../scripts/build-vocabulary.mjs";
import { asciiPieceEnd } from "./ascii-pieces.ts";
import { counterOf, countTokens, PIECE } from "./tokens.ts";
import { Vocabulary } from "./vocabulary.ts";

const { countTokens: reference } = createRequire(import.meta.url)("gpt-tokenizer/encoding/o200k_base") as {
  countTokens: (text: string, options?: { disallowedSpecial: Set<string> }) => number;
};
const vocabulary = new Vocabulary(buildVocabulary());
const countBuilt = counterOf(vocabulary);
const plain = { disallowedSpecial: new Set<string>() };

const SAMPLES = [
  "",
  "export class UserService { constructor(private readonly db: Database) {} }\n",
  "  \n\n\t  x\r\n\r\n",
  "naïve façade 你好，世界 🙂🙂 don't WE'LL",
  "0x1f 1234567 3.14159",
  "<|endoftext|> is text here",
  "-".repeat(500),
  "=-".repeat(300),
];

describe("counting tokens", () => {
  test.each(SAMPLES)("agrees with the reference on %j", (text) => {
    expect(countTokens(text)).toBe(reference(text, plain));
    expect(countBuilt(text)).toBe(reference(text, plain));
  });

  test("pieces that share a place in the cache never share a count", () => {
    const unit = fc.constantFrom("\0", " ", "\n", "a", "B", "7", "_", "(", "the", "Service", "zq");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        expect(countBuilt(text)).toBe(reference(text, plain));
      }),
      { numRuns: 5_000 },
    );
  });

  test("the built vocabulary merges every piece as the reference does", () => {
    const piece = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.stringMatching(/^[a-zA-Z]{1,40}$/),
      fc.stringMatching(/^[=\-*#/.]{1,300}$/),
    );
    fc.assert(
      fc.property(piece, (text) => {
        const whole = (text.match(/\p{L}+|[^\s\p{L}\p{N}]+/gu) ?? []).map((part) => part);
        for (const part of whole) {
          expect(vocabulary.countPiece(Buffer.from(part)), part).toBe(reference(part, plain));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("text of ASCII is cut as the pattern cuts it", () => {
    const unit = fc.constantFrom(
      ..."aAbSsLlReVETt'019 \t\n\r/;({_-.",
      "  ",
      "\n\n",
      "'ll",
      "\u0001",
      "\u007f",
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        const bytes = Buffer.from(text);
        const pieces: string[] = [];
        for (let from = 0; from < bytes.length; ) {
          const end = asciiPieceEnd(bytes, from, bytes.length);
          pieces.push(bytes.toString("latin1", from, end));
          from = end;
        }
        expect(pieces).toEqual(text.match(PIECE) ?? []);
      }),
      { numRuns: 20_000 },
    );
  });

  test("a long run of one character is counted without quadratic work", () => {
    const parens = Buffer.from("(".repeat(200_000));
    expect(vocabulary.countPiece(parens)).toBeGreaterThan(1_000);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTinyOnnx } from "../../testing/tiny-onnx.ts";
import type { EmbeddingText } from "../contract.ts";
import { openProvider } from "../providers/open-provider.ts";
import { parseTokenizer } from "./tokenizer.ts";

const VOCABULARY = [
  "[PAD]",
  "[UNK]",
  "[CLS]",
  "[SEP]",
  "retry",
  "queue",
  "##s",
  "request",
  "größe",
  "grosse",
  "(",
  ")",
];
const WORD_PIECES = {
  model: {
    type: "WordPiece",
    vocab: Object.fromEntries(VOCABULARY.map((token, id) => [token, id])),
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
  },
  normalizer: { type: "BertNormalizer", lowercase: true },
  post_processor: {
    type: "TemplateProcessing",
    single: [
      { SpecialToken: { id: "[CLS]", type_id: 0 } },
      { Sequence: { id: "A", type_id: 0 } },
      { SpecialToken: { id: "[SEP]", type_id: 0 } },
    ],
    special_tokens: { "[CLS]": { ids: [2] }, "[SEP]": { ids: [3] } },
  },
};
/** Row n of the table is [n, 1, -n, 0.5]. */
const TABLE = VOCABULARY.map((_, id) => [id, 1, -id, 0.5]);
const NEVER = new AbortController().signal;
const OPTIONS = { url: "", dims: 0, timeoutMs: 1_000, requestsPerMinute: 0, env: {} };
const documents = (...texts: string[]): EmbeddingText[] => texts.map((text) => ({ kind: "document", text }));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-onnx-"));
  writeModel("mean", {});
  writeModel("first", { "1_Pooling/config.json": '{"pooling_mode_cls_token": true}' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeModel(name: string, more: Record<string, string>): string {
  const path = join(folder, name);
  mkdirSync(join(path, "1_Pooling"), { recursive: true });
  mkdirSync(join(path, "onnx"), { recursive: true });
  writeFileSync(join(path, "onnx/model.onnx"), makeTinyOnnx(TABLE));
  writeFileSync(join(path, "tokenizer.json"), JSON.stringify(WORD_PIECES));
  for (const [file, content] of Object.entries(more)) writeFileSync(join(path, file), content);
  return path;
}

describe("a model folder", () => {
  it("runs a real ONNX file: the mean over the tokens of each text, padding left out", async () => {
    const provider = openProvider("onnx", { ...OPTIONS, model: join(folder, "mean") });
    const vectors = await provider.embed(documents("Retry", "retry the queues", ""), NEVER);
    const mean = (...ids: number[]) => {
      const sum = ids.reduce((total, id) => total + id, 0) / ids.length;
      return [sum, 1, -sum, 0.5];
    };
    const expected = [mean(2, 4, 3), mean(2, 4, 1, 5, 6, 3), mean(2, 3)];
    for (const [at, vector] of vectors.entries())
      for (const [part, value] of expected[at]!.entries()) expect(vector[part]).toBeCloseTo(value, 4);
    await provider.close();
  });

  it("reads the first token alone when its pooling says so", async () => {
    const provider = openProvider("onnx", { ...OPTIONS, model: join(folder, "first") });
    const [vector] = await provider.embed(documents("queue"), NEVER);
    expect([...vector!]).toEqual([2, 1, -2, 0.5]);
    await provider.close();
  });

  it("names its model by content, not by place", () => {
    const name = (model: string) => openProvider("onnx", { ...OPTIONS, model }).modelName;
    const changed = join(folder, "mean-changed");
    writeModel("mean-changed", {});
    writeFileSync(
      join(changed, "onnx/model.onnx"),
      makeTinyOnnx(TABLE.map((row) => row.map((part) => part + 1))),
    );
    expect(name(join(folder, "mean")).replace("mean-", "")).not.toBe(
      name(changed).replace("mean-changed-", ""),
    );
  });

  it("refuses another dimension than was set", async () => {
    const provider = openProvider("onnx", { ...OPTIONS, dims: 3, model: join(folder, "mean") });
    await expect(provider.embed(documents("queue"), NEVER)).rejects.toMatchObject({
      code: "EMBEDDING_DIMENSION_DIFFERS",
    });
  });

  it("that lacks a part, or has a broken one, is named", async () => {
    expect(() => openProvider("onnx", { ...OPTIONS, model: "" })).toThrow(/must name the model's folder/);
    expect(() => openProvider("onnx", { ...OPTIONS, model: join(folder, "none") })).toThrow(/holds no model/);
    const broken = writeModel("broken", {});
    writeFileSync(join(broken, "onnx/model.onnx"), "not a model");
    await expect(
      openProvider("onnx", { ...OPTIONS, model: broken }).embed(documents("x"), NEVER),
    ).rejects.toMatchObject({ code: "EMBEDDING_NOT_CONFIGURED" });
    const untold = writeModel("untold", {});
    rmSync(join(untold, "tokenizer.json"));
    await expect(
      openProvider("onnx", { ...OPTIONS, model: untold }).embed(documents("x"), NEVER),
    ).rejects.toThrow(/no tokenizer.json/);
  });
});

describe("tokenizers", () => {
  it.each([
    ["Queues (retry)", [2, 5, 6, 10, 4, 11, 3]],
    ["unknown", [2, 1, 3]],
    ["  retry\n\nrequest ", [2, 4, 7, 3]],
    ["große", [2, 1, 3]],
  ])("word pieces of %j", (text, ids) => {
    expect(parseTokenizer(JSON.stringify(WORD_PIECES), "t").encode(text, 99)).toEqual(ids);
  });

  it("keep both ends when a text is cut", () => {
    expect(parseTokenizer(JSON.stringify(WORD_PIECES), "t").encode("retry retry retry", 4)).toEqual([
      2, 4, 4, 3,
    ]);
  });

  it("byte pairs merge in the order they were learned, over any bytes", () => {
    const vocab = {
      "<s>": 0,
      "</s>": 1,
      l: 2,
      o: 3,
      w: 4,
      Ġ: 5,
      lo: 6,
      low: 7,
      Ġlow: 8,
      Ã: 9,
      "¶": 10,
      Ċ: 11,
    };
    const file = {
      model: { type: "BPE", vocab, merges: ["l o", ["lo", "w"], "Ġ low"] },
      post_processor: { type: "RobertaProcessing", cls: ["<s>", 0], sep: ["</s>", 1] },
    };
    const { encode } = parseTokenizer(JSON.stringify(file), "t");
    expect(encode("low low", 99)).toEqual([0, 7, 8, 1]);
    expect(encode("lo ö\n", 99)).toEqual([0, 6, 5, 9, 10, 11, 1]);
  });

  it.each([
    ["another kind", JSON.stringify({ model: { type: "Unigram", vocab: [["a", 0]] } }), /kind Unigram/],
    ["no JSON", "{", /is not JSON/],
  ])("with %s are refused", (_, text, message) => {
    expect(() => parseTokenizer(text, "tokenizer.json")).toThrow(message);
  });
});

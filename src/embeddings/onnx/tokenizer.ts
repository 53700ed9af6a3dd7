/**
 * Reads `tokenizer.json` of a model folder: word pieces (BERT and its kin) and byte-level pairs (GPT-2, RoBERTa). Other
 * kinds are refused by name: wrong tokens would give vectors that look fine and mean nothing.
 */
import { embeddingError } from "../providers/embedding-error.ts";
import { BytePairs } from "./byte-pairs.ts";
import { WordPieces } from "./word-pieces.ts";

export interface Tokenizer {
  /** Ids with those that the model wants at both ends, at most `limit`. */
  encode(text: string, limit: number): number[];
}

/** Text → ids, without what stands at both ends. */
export interface TokenModel {
  encode(text: string): number[];
}

interface SpecialToken {
  id: string;
}

/** The parts of the file that are used. */
interface TokenizerFile {
  model?: {
    type?: string;
    vocab?: Record<string, number>;
    merges?: (string | [string, string])[];
    unk_token?: string;
    continuing_subword_prefix?: string;
  };
  normalizer?: { lowercase?: boolean; strip_accents?: boolean | null } | null;
  pre_tokenizer?: { add_prefix_space?: boolean } | null;
  post_processor?: {
    cls?: [string, number];
    sep?: [string, number];
    single?: ({ SpecialToken?: SpecialToken } | { Sequence?: unknown })[];
    special_tokens?: Record<string, { ids: number[] }>;
  } | null;
}

export function parseTokenizer(text: string, file: string): Tokenizer {
  let content: TokenizerFile;
  try {
    content = JSON.parse(text) as TokenizerFile;
  } catch (cause) {
    throw embeddingError("EMBEDDING_NOT_CONFIGURED", `${file} is not JSON`, cause);
  }
  const model = openModel(content, file);
  const { start, end } = endsOf(content);
  return {
    encode(source, limit) {
      const room = Math.max(0, limit - start.length - end.length);
      return [...start, ...model.encode(source).slice(0, room), ...end];
    },
  };
}

function openModel(content: TokenizerFile, file: string): TokenModel {
  const { model } = content;
  const vocabulary = model?.vocab && new Map(Object.entries(model.vocab));
  const isPairs = model?.type === "BPE" || (model?.type === undefined && Array.isArray(model?.merges));
  const isPieces = model?.type === "WordPiece" || (model?.type === undefined && !isPairs);
  if (vocabulary && isPairs) {
    const merges = (model.merges ?? []).map((merge) => (typeof merge === "string" ? merge : merge.join(" ")));
    return new BytePairs(vocabulary, merges, content.pre_tokenizer?.add_prefix_space ?? false);
  }
  if (vocabulary && isPieces) {
    return new WordPieces(vocabulary, {
      unknown: model.unk_token ?? "[UNK]",
      prefix: model.continuing_subword_prefix ?? "##",
      isLowerCase: content.normalizer?.lowercase ?? true,
    });
  }
  throw embeddingError(
    "EMBEDDING_NOT_CONFIGURED",
    `${file} has a tokenizer of kind ${model?.type ?? "unknown"}; WordPiece and byte-level BPE can be read`,
  );
}

/** From the template, else from the two named tokens, else none. */
function endsOf({ post_processor: post }: TokenizerFile): { start: number[]; end: number[] } {
  if (post?.cls && post.sep) return { start: [post.cls[1]], end: [post.sep[1]] };
  const start: number[] = [];
  const end: number[] = [];
  let side = start;
  for (const part of post?.single ?? []) {
    if (!("SpecialToken" in part) || !part.SpecialToken) side = end;
    else side.push(...(post?.special_tokens?.[part.SpecialToken.id]?.ids ?? []));
  }
  return { start, end };
}

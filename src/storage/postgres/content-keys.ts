/** Contents by what they are named: hash, and language with the version of the extractor as one number. */
import type { ContentHash } from "../../core/content-hash.ts";
import { type FactsKey, factsKeyText } from "../contract.ts";
import type { Queries } from "./queries.ts";

export interface KnownContent {
  key: FactsKey;
  content: number;
  /** Null where this place does not have it yet. */
  blob: number | null;
}

interface Producer {
  id: number;
  language: string;
  extractor: string;
}

/** Which of the keys have facts, in this place or in another; by the text of the key. */
export async function findContents(
  queries: Queries,
  place: number,
  keys: readonly FactsKey[],
): Promise<Map<string, KnownContent>> {
  const rows = await queries.rows<{
    hash: Buffer;
    language: string;
    extractor: string;
    content: number;
    blob: number | null;
  }>(
    `SELECT c.hash, p.language, p.extractor, c.id AS content, b.id AS blob
     FROM unnest($2::bytea[], $3::text[], $4::text[]) AS k(hash, language, extractor)
     JOIN @producer p ON p.language = k.language AND p.extractor = k.extractor
     JOIN @content c ON c.hash = k.hash AND c.producer = p.id
     LEFT JOIN @blob b ON b.content = c.id AND b.place = $1`,
    [place, ...columnsOf(keys)],
  );
  return new Map(
    rows.map(({ hash, language, extractor, content, blob }) => {
      const key = { hash: hash.toString("hex") as ContentHash, language, extractor };
      return [factsKeyText(key), { key, content, blob }];
    }),
  );
}

function columnsOf(keys: readonly FactsKey[]): [Buffer[], string[], string[]] {
  return [
    keys.map(({ hash }) => Buffer.from(hash, "hex")),
    keys.map(({ language }) => language),
    keys.map(({ extractor }) => extractor),
  ];
}

/** The number of each language with its extractor, made where there is none. Contract: inside a transaction that writes. */
export async function numberProducers(
  queries: Queries,
  keys: readonly FactsKey[],
): Promise<(key: FactsKey) => number> {
  const distinct = [...new Map(keys.map((key) => [producerText(key), key])).values()];
  const [, languages, extractors] = columnsOf(distinct);
  const values = "SELECT * FROM unnest($1::text[], $2::text[]) AS k(language, extractor)";
  const find = `SELECT p.id, p.language, p.extractor FROM @producer p JOIN (${values}) k USING (language, extractor)`;
  let rows = await queries.rows<Producer>(find, [languages, extractors]);
  if (rows.length < distinct.length) {
    await queries.run(
      `INSERT INTO @producer(language, extractor) ${values} ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
      [languages, extractors],
    );
    rows = await queries.rows<Producer>(find, [languages, extractors]);
  }
  const numbers = new Map(rows.map((row) => [producerText(row), row.id]));
  return (key) => numbers.get(producerText(key))!;
}

function producerText({ language, extractor }: Pick<FactsKey, "language" | "extractor">): string {
  return `${language}\n${extractor}`;
}

/** Rules that the rows of a place keep, and, when looked at deeply, that every value decodes. */
import { decodeFacts } from "../../codec/facts-codec.ts";
import { decodeLinks } from "../codec/links-codec.ts";
import type { VerifyReport } from "../contract.ts";
import { keptByHistory } from "../records/history.ts";
import { eachLengths } from "../segments/lengths-codec.ts";
import { newSegmentCaches } from "../segments/segment-caches.ts";
import { SEGMENT_KIND } from "../segments/segment-kind.ts";
import { readHistories } from "./history-rows.ts";
import type { Queries } from "./queries.ts";
import { ALL_BLOCKS, listSegments, openSegments } from "./segment-rows.ts";
import { readLengths } from "./write-segments.ts";

/** Each gives a number that must be 0. */
const RULES: Readonly<Record<string, string>> = {
  "files show blobs that are there":
    "SELECT count(*) FROM @file f WHERE place = $1 AND NOT EXISTS (SELECT FROM @blob b WHERE b.place = $1 AND b.id = f.blob)",
  "files have links that are there":
    "SELECT count(*) FROM @file f WHERE place = $1 AND links IS NOT NULL AND NOT EXISTS (SELECT FROM @links l WHERE l.place = $1 AND l.id = f.links)",
  "blobs have facts":
    "SELECT count(*) FROM @blob b WHERE place = $1 AND NOT EXISTS (SELECT FROM @content_facts f WHERE f.content = b.content)",
  "views count their files":
    "SELECT count(*) FROM @view v WHERE place = $1 AND file_count <> (SELECT count(*) FROM @file f WHERE f.place = $1 AND f.view = v.id)",
  "views count what they skipped":
    "SELECT count(*) FROM @view v WHERE place = $1 AND skipped_count <> (SELECT count(*) FROM @skipped s WHERE s.place = $1 AND s.view = v.id)",
  "segments are counted":
    "SELECT abs(segment_count - (SELECT count(*) FROM @segment WHERE place = $1)) FROM @place WHERE id = $1",
  "vectors fit their blobs": `SELECT count(*) FROM @vector v JOIN @vector_model m ON m.id = v.model
    JOIN @blob b ON b.place = v.place AND b.id = v.blob JOIN @content_facts f ON f.content = b.content
    WHERE v.place = $1 AND length(v.data) <> (f.chunk_count + 1) * m.dims`,
  "ids are below their counters": `SELECT count(*) FROM @place p WHERE id = $1 AND (
    last_blob < (SELECT coalesce(max(id), 0) FROM @blob WHERE place = $1) OR
    last_links < (SELECT coalesce(max(id), 0) FROM @links WHERE place = $1) OR
    last_segment < (SELECT coalesce(max(id), 0) FROM @segment WHERE place = $1))`,
};

const COUNTED = { blobs: "blob", links: "links", views: "view", vectors: "vector", summaries: "summary" };
const ROWS_PER_READ = 200;

export async function verifyPlace(
  queries: Queries,
  place: number,
  { deep }: { deep: boolean },
): Promise<VerifyReport> {
  const problems: string[] = [];
  for (const [rule, sql] of Object.entries(RULES)) {
    const [[broken] = [0]] = await queries.lists<[number]>(sql, [place]);
    if (Number(broken) > 0) problems.push(`${rule}: ${broken} do not`);
  }
  const checked: Record<string, number> = {};
  for (const [name, table] of Object.entries(COUNTED)) {
    const [[count] = [0]] = await queries.lists<[number]>(`SELECT count(*) FROM @${table} WHERE place = $1`, [
      place,
    ]);
    checked[name] = count;
  }
  if (deep) await checkHistories(queries, place, problems);
  if (deep) await decodeEverything(queries, place, problems);
  return { ok: problems.length === 0, problems, checked };
}

/** What the way back needs is there. */
async function checkHistories(queries: Queries, place: number, problems: string[]): Promise<void> {
  const kept = keptByHistory((await readHistories(queries, place)).values());
  const [[lost] = [0]] = await queries.lists<[number]>(
    `SELECT (SELECT count(*) FROM unnest($2::int[]) AS k(id) WHERE NOT EXISTS (SELECT FROM @blob b WHERE b.place = $1 AND b.id = k.id))
       + (SELECT count(*) FROM unnest($3::int[]) AS k(id) WHERE NOT EXISTS (SELECT FROM @links l WHERE l.place = $1 AND l.id = k.id))`,
    [place, kept.blobs, kept.links],
  );
  if (Number(lost) > 0) problems.push(`the way back needs what is there: ${lost} are not`);
}

async function decodeEverything(queries: Queries, place: number, problems: string[]): Promise<void> {
  const attempt = (what: string, decode: () => unknown) => {
    try {
      decode();
    } catch (error) {
      problems.push(`${what}: ${(error as Error).message}`);
    }
  };
  type Facts = { id: number; language: string; chunks: Buffer; outline: Buffer; uses: Buffer };
  const facts = `SELECT b.id, p.language, f.chunks, f.outline, f.uses FROM @blob b JOIN @content c ON c.id = b.content
    JOIN @producer p ON p.id = c.producer JOIN @content_facts f ON f.content = c.id`;
  for await (const { id, language, ...stored } of eachRow<Facts>(queries, facts, "b", place))
    attempt(`blob ${id}`, () => decodeFacts(stored, language));
  type Links = { id: number; deps: Buffer; data: Buffer };
  const links = "SELECT l.id, l.deps, l.data FROM @links l";
  for await (const { id, ...stored } of eachRow<Links>(queries, links, "l", place))
    attempt(`links ${id}`, () => decodeLinks(stored));
  const list = await listSegments(queries, place, newSegmentCaches().directories);
  for (const kind of Object.values(SEGMENT_KIND)) {
    try {
      const set = await openSegments(queries, place, list[kind], [ALL_BLOCKS], null);
      for (const _ of set.keysFrom(""));
      if (kind !== SEGMENT_KIND.terms) continue;
      const ids = list[kind].map(({ id }) => id);
      for (const lengths of await readLengths(queries, place, ids)) eachLengths(lengths!, () => {});
    } catch (error) {
      problems.push(`segments of kind ${kind}: ${(error as Error).message}`);
    }
  }
}

async function* eachRow<T extends { id: number }>(
  queries: Queries,
  select: string,
  of: string,
  place: number,
): AsyncGenerator<T> {
  for (let after = 0; ; ) {
    const rows = await queries.rows<T>(
      `${select} WHERE ${of}.place = $1 AND ${of}.id > $2 ORDER BY ${of}.id LIMIT ${ROWS_PER_READ}`,
      [place, after],
    );
    yield* rows;
    if (rows.length < ROWS_PER_READ) return;
    after = rows.at(-1)!.id;
  }
}

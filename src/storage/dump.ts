/**
 * The canonical text of a view: equal trees give equal dumps, whatever the ids, batches and generations that led
 * there. Order: files by path with all their facts and links, then skipped files, then terms. Stamps, revision and
 * generation are left out: they tell how the view came about, not what it shows.
 */
import { FIELDS } from "../core/facts.ts";
import { inBatches } from "../core/in-batches.ts";
import type { BlobId, Postings, ViewFile, ViewReader } from "./contract.ts";
import { compareEdgeSites, compareUnresolved } from "./edge-order.ts";

export type ReadableView = Pick<ViewReader, "files" | "skipped" | "facts" | "linksOf" | "chunkLengths">;

const FILES_PER_READ = 50;

/** JSON with sorted keys and without absent values. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(",")}}`;
}

export async function* dumpView(
  view: ReadableView,
  eachTerm: () => Iterable<[term: string, postings: Postings]>,
): AsyncGenerator<string> {
  yield* dumpFiles(view);
  for (const { path, reason, detail } of await view.skipped()) {
    yield `skipped ${canonicalJson({ path, reason, detail })}`;
  }
  yield* dumpTerms(view, eachTerm());
}

async function* dumpFiles(view: ReadableView): AsyncGenerator<string> {
  const lengths = await view.chunkLengths();
  const readFacts = (batch: readonly ViewFile[]) => view.facts(batch.map((file) => file.blob));
  for await (const [file, facts] of inBatches(await view.files(), FILES_PER_READ, readFacts)) {
    const { path, blob, hash, language, extractor, origin } = file;
    yield `file ${canonicalJson({ path, hash, language, extractor, origin })}`;
    const { symbols, chunks, references, locals, imports, exports, problems, ...others } = facts;
    const { calls, annotations, hasAllLiterals, ...rest } = others;
    yield `facts ${canonicalJson(rest)}`;
    yield* lines("symbol", symbols);
    yield* lines("chunk", chunks);
    yield `lengths ${Array.from(lengths.get(blob) ?? []).join(" ")}`;
    yield* lines("import", imports);
    yield* lines("export", exports);
    yield* lines("reference", references);
    yield* lines("local", locals);
    yield* lines("problem", problems);
    yield* lines("call", calls);
    yield* lines("annotation", annotations);
    if (!hasAllLiterals) yield "more-literals";
    const [links] = await view.linksOf([path]);
    if (!links) continue;
    yield `links ${canonicalJson({ extractor: links.extractor, refinedBy: links.refinedBy, dependencies: links.dependencies, shown: links.shown })}`;
    const sites = links.edges.map((edge) => ({ edge, extractor: links.extractor }));
    yield* lines(
      "edge",
      sites.sort(compareEdgeSites).map((site) => site.edge),
    );
    yield* lines("unresolved", [...links.unresolved].sort(compareUnresolved));
    if (links.unknown.length > 0) yield `unknown ${links.unknown.join(" ")}`;
  }
}

function* lines(label: string, values: readonly unknown[]): Generator<string> {
  for (const value of values) yield `${label} ${canonicalJson(value)}`;
}

async function* dumpTerms(
  view: ReadableView,
  terms: Iterable<[term: string, postings: Postings]>,
): AsyncGenerator<string> {
  const places = new Map<BlobId, number[]>();
  const files = await view.files();
  files.forEach((file, at) => {
    const known = places.get(file.blob);
    if (known) known.push(at);
    else places.set(file.blob, [at]);
  });
  for (const [term, { blobs, chunks, fields, counts }] of terms) {
    const sites: { file: number; at: number }[] = [];
    for (let at = 0; at < blobs.length; at++) {
      for (const file of places.get(blobs[at]! as BlobId) ?? []) sites.push({ file, at });
    }
    sites.sort((a, b) => a.file - b.file || a.at - b.at);
    const texts = sites.map(
      ({ file, at }) => `${files[file]!.path}:${chunks[at]}:${FIELDS[fields[at]!]}=${counts[at]}`,
    );
    yield `term ${JSON.stringify(term)} ${texts.join(" ")}`;
  }
}

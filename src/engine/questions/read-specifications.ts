/** What the files of a view say of services. Read in another process, kept by content for all repositories of this one. */
import { NOTHING_READ, type ReadFiles } from "../../specifications/contract.ts";
import { merged, SpecificationReader } from "../../specifications/reader.ts";
import { LruCache } from "../../storage/lru-cache.ts";
import {
  type OpenUnit,
  type SpecificationUnit,
  specificationUnits,
  type UnitSource,
} from "./specification-units.ts";

interface KeptUnit extends Pick<OpenUnit, "referred"> {
  read: ReadFiles;
}

const MAX_KEPT_OPERATIONS = 200_000;
const kept = new LruCache<string, KeptUnit>(
  MAX_KEPT_OPERATIONS,
  ({ read }) => 1 + read.specifications.reduce((sum, { operations }) => sum + operations.length, 0),
);
let readingProcess: SpecificationReader | null = null;

export async function readSpecifications(source: UnitSource, signal: AbortSignal): Promise<ReadFiles> {
  const files = await source.reader.files();
  const hashes = new Map<string, string>(files.map(({ path, hash }) => [path, hash]));
  const units = await specificationUnits(source, hashes);
  const known = (unit: SpecificationUnit) => stillGood(kept.get(unit.key), hashes);
  const missing: { key: string; open: OpenUnit }[] = [];
  for (const unit of units) {
    const open = known(unit) ? null : await unit.open();
    if (open) missing.push({ key: unit.key, open });
  }
  const fresh = await readUnits(missing, signal);
  return merged(units.map((unit) => fresh.get(unit.key) ?? known(unit)?.read ?? NOTHING_READ));
}

async function readUnits(
  units: readonly { key: string; open: OpenUnit }[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ReadFiles>> {
  if (units.length === 0) return new Map();
  readingProcess ??= new SpecificationReader();
  const read = await readingProcess.read(
    units.map(({ open }) => open.given),
    signal,
  );
  for (const [at, { key, open }] of units.entries())
    kept.set(key, { read: read[at]!, referred: open.referred });
  return new Map(units.map(({ key }, at) => [key, read[at]!]));
}

/** What it refers to must be what it was. */
function stillGood(unit: KeptUnit | undefined, hashes: ReadonlyMap<string, string>): KeptUnit | null {
  if (!unit) return null;
  return [...unit.referred].every(([path, hash]) => (hashes.get(path) ?? "") === hash) ? unit : null;
}

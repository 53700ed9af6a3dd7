/** A repository as a library: its files made ready for linking files of other repositories against them. */
import { RecentMap } from "../core/recent-map.ts";
import { languageById } from "../languages/detect.ts";
import { buildEnvironment, type LinkEnvironment } from "../linking/environment.ts";
import { isLinkConfig } from "../linking/link-configs.ts";
import { type FileSurface, surfaceOf } from "../linking/surface.ts";
import type { ViewSession } from "./session.ts";

/** Libraries that are kept ready to be linked against. */
const MAX_KEPT = 4;
const FILES_PER_READ = 200;
/** Where a file lies while it is linked: in no folder that a library can have. */
export const ELSEWHERE = "\u0001elsewhere";

const environments = new RecentMap<string, Promise<LinkEnvironment>>(MAX_KEPT);

export function environmentOf(library: ViewSession): Promise<LinkEnvironment> {
  const { id, generation } = library.info;
  const key = `${library.indexId} ${id} ${generation}`;
  const known = environments.get(key);
  if (known) return known;
  const made = buildLibrary(library);
  environments.set(key, made);
  // What could not be read now may be read by the next question.
  made.catch(() => environments.delete(key));
  return made;
}

async function buildLibrary({ reader, readText }: ViewSession): Promise<LinkEnvironment> {
  const files = await reader.files();
  const code = files.filter(({ language }) => isCode(language));
  const surfaces: FileSurface[] = [];
  for (let from = 0; from < code.length; from += FILES_PER_READ) {
    const batch = code.slice(from, from + FILES_PER_READ);
    const facts = await reader.facts(batch.map(({ blob }) => blob));
    surfaces.push(...batch.map(({ path }, at) => surfaceOf(path, facts[at]!)));
  }
  const configs = new Map<string, string>();
  for (const { path } of files.filter((file) => isLinkConfig(file.path))) {
    const text = await readText(path);
    if (text !== null) configs.set(path, text);
  }
  return buildEnvironment(surfaces, configs);
}

export function isCode(language: string): boolean {
  return languageById(language)?.role === "code";
}

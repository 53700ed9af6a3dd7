/** The lines of undecided uses, as they are in the working tree now: whoever reads them decides without another look. */
import type { Accounting, ScopeSession } from "../../engine/engine.ts";

type Site = Accounting["undecided"][number];

/** The likeliest ones; the rest are places alone. */
const MAX_SITES = 12;
const MAX_CHARACTERS = 110;

export async function textsOfSites(
  session: ScopeSession,
  sites: readonly Site[],
): Promise<ReadonlyMap<Site, string>> {
  const texts = new Map<Site, string>();
  const readLine = lineReader(session);
  for (const site of sites.slice(0, MAX_SITES)) {
    const text = await readLine(site.path, site.line);
    if (text !== "") texts.set(site, text);
  }
  return texts;
}

/** Lines without their indentation, cut where they are long; each file is read once. */
export function lineReader(session: ScopeSession): (path: string, line: number) => Promise<string> {
  const files = new Map<string, Promise<readonly string[]>>();
  return async (path, line) => {
    const lines = files.get(path) ?? readLines(session, path);
    files.set(path, lines);
    const text = (await lines)[line - 1]?.trim() ?? "";
    return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
  };
}

async function readLines(session: ScopeSession, path: string): Promise<readonly string[]> {
  const text = await session.about(path, (view, bare) => view.readText(bare));
  return (text ?? "").split(/\r\n|\r|\n/);
}

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
  const files = new Map<string, Promise<readonly string[]>>();
  for (const site of sites.slice(0, MAX_SITES)) {
    const lines = files.get(site.path) ?? readLines(session, site.path);
    files.set(site.path, lines);
    const text = (await lines)[site.line - 1]?.trim() ?? "";
    if (text !== "")
      texts.set(site, text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text);
  }
  return texts;
}

async function readLines(session: ScopeSession, path: string): Promise<readonly string[]> {
  const text = await session.about(path, (view, bare) => view.readText(bare));
  return (text ?? "").split(/\r\n|\r|\n/);
}

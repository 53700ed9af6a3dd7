/** Calls over contracts that leave the language of the file that makes them: there an import chain ends. */
import { answererOf } from "../../catalog/answerer.ts";
import { pathOfHandle } from "../../core/handles.ts";
import { familyOf } from "../../languages/families.ts";
import type { ServiceCall } from "../../retrieval/index.ts";
import type { Contracts } from "./contracts.ts";

export interface CallingFile {
  repository: string;
  path: string;
}

/** Of each file, in the order of its calls; a call that several may answer is left out, and so is a guess. */
export function callsToOtherLanguages(
  { needs }: Pick<Contracts, "needs">,
  files: readonly CallingFile[],
  languageOf: (file: CallingFile) => string | undefined,
): ServiceCall[][] {
  return files.map((file) => {
    const from = languageOf(file);
    const found = new Map<string, ServiceCall>();
    for (const { need, offers, tier } of needs) {
      const [offer] = offers;
      const isItsOwn = need.repository === file.repository && pathOfHandle(need.place.handle) === file.path;
      if (!isItsOwn || !offer || offers.length > 1 || tier === "heuristic") continue;
      const handle = answererOf(offer) ?? offer.place.handle;
      const target = { repository: offer.repository ?? "", path: pathOfHandle(handle) };
      const language = languageOf(target);
      if (!from || !language || familyOf(from).id === familyOf(language).id) continue;
      found.set(`${offer.key}\0${target.path}`, { ...target, language, contract: offer.key });
    }
    return [...found.values()];
  });
}

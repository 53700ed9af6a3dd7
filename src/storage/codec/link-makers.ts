/** Who made the links of a file, as the one text that their value begins with. */
import type { FileLinks } from "../../core/edges.ts";

type Makers = Pick<FileLinks, "extractor" | "refinedBy">;

/** Of this text alone. Links that no provider refined are the name of their linker, as they always were. */
const VERSION = "made:1 ";
/** Before, both stood in one word: `typescript-5.9.3/1+link-7`, `scip-scip-python-0.6.0+link-7`. */
const IN_ONE_WORD = /^(typescript|scip)-(.*)\+([^+]*)$/;

export function writeMakers({ extractor, refinedBy }: Makers): string {
  return refinedBy ? VERSION + JSON.stringify([extractor, refinedBy.provider, refinedBy.version]) : extractor;
}

/** A text of a later version names no provider that is known here: such a file is refined anew. */
export function readMakers(text: string): Makers {
  const old = IN_ONE_WORD.exec(text);
  if (old) return { extractor: old[3]!, refinedBy: { provider: old[1]!, version: old[2]! } };
  if (!text.startsWith(VERSION)) return { extractor: text };
  const [extractor, provider, version] = JSON.parse(text.slice(VERSION.length)) as [string, string, string];
  return { extractor, refinedBy: { provider, version } };
}

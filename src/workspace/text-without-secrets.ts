/**
 * The text of a file without its secrets, for answers. Looking for secrets costs several times as much as reading, and one question after the
 * other reads the same files. What is found depends on the text alone, so the text itself is the key.
 */
import { RecentMap } from "../core/recent-map.ts";
import { blankSecrets, findSecrets } from "./secrets.ts";

const known = new RecentMap<string, string>(64);
/** Larger files are few and would hold much memory. */
const MAX_KEPT_LENGTH = 128 * 1024;

export function textWithoutSecrets(text: string): string {
  const kept = known.get(text);
  if (kept !== undefined) return kept;
  const blanked = blankSecrets(text, findSecrets(text));
  if (text.length <= MAX_KEPT_LENGTH) known.set(text, blanked);
  return blanked;
}

/** Manifests as the working tree has them: a few files, and none of a size that only harm has. */
import type { ReadText } from "../catalog/profile.ts";
import { parseRelPath } from "../core/rel-path.ts";
import { MAX_MANIFEST_BYTES } from "../packages/find-packages.ts";
import type { RootJail } from "../workspace/path-jail.ts";

export function manifestsOf(jail: RootJail): ReadText {
  return async (path) => {
    const rel = parseRelPath(path);
    const file = rel && jail.read(rel, { maxBytes: MAX_MANIFEST_BYTES });
    return file?.ok ? file.bytes.toString("utf8") : null;
  };
}

/** References and documentation change with their version: one that is indexed already needs no second look. */
import type { Engine } from "../engine/engine.ts";

/** The line that says so; null when there is something to index. */
export async function settledVersion(
  engine: Engine,
  root: string,
  asked: { type?: string | undefined; version?: string | undefined },
): Promise<string | null> {
  if (!asked.version) return null;
  const entry = (await engine.catalog()).find(({ path }) => path === root);
  if (!entry || entry.generation === 0) return null;
  const type = asked.type || entry.type;
  const isLookedUp = type === "reference" || type === "documentation";
  const isSame = entry.version?.from === "chosen" && entry.version.text === asked.version;
  return isLookedUp && isSame
    ? `${entry.name} is indexed at version ${asked.version}; nothing was read`
    : null;
}

/** Small trees, indexed for real, and what the rules for frameworks find in them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Contracts, type Engine, openEngine } from "../../src/engine/engine.ts";

/** Files by path. */
export type Tree = Readonly<Record<string, string>>;

/** An engine for the tests of one file. */
export function useContracts(): (tree: Tree) => Promise<Contracts> {
  const scratch = mkdtempSync(join(tmpdir(), "clew-frameworks-"));
  let engine: Engine;
  let trees = 0;
  beforeAll(async () => {
    engine = await openEngine({ home: join(scratch, "home") });
  });
  afterAll(async () => {
    await engine.close();
    rmSync(scratch, { recursive: true, force: true });
  });
  return (tree) => {
    trees += 1;
    const root = join(scratch, `tree-${trees}`);
    for (const [path, source] of Object.entries(tree)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), source);
    }
    return engine.read(root, (session) => session.contracts());
  };
}

/** `GET /users/{} resolved src/app.ts:3 -> src/users.ts#show` */
export function offersIn({ offers }: Contracts): string[] {
  return offers.map(linesOf);
}

export function needsIn({ needs }: Contracts): string[] {
  return needs.map(({ need, offers, tier }) => {
    const met = offers.map(({ place }) => place.handle).join(", ");
    return `${linesOf(need)}${met === "" ? "" : ` met by ${met} (${tier})`}`;
  });
}

function linesOf({ kind, key, tier, place, implementation }: Contracts["offers"][number]): string {
  const what = kind === "route" ? key : `${kind} ${key}`;
  const by = implementation === undefined ? "" : ` -> ${implementation}`;
  return `${what} ${tier} ${place.handle}:${place.span.startLine}${by}`;
}

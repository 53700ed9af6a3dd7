/** Small trees, indexed for real, and what the rules for frameworks find in them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Contracts, type Engine, openEngine, type ScopeSession } from "../../src/engine/engine.ts";

/** Files by path. */
export type Tree = Readonly<Record<string, string>>;

/** So many files that rules are chosen by the words of the index; a handful would be looked at whole. */
const BESIDE: Tree = Object.fromEntries(
  Array.from({ length: 33 }, (_, at) => [`beside/${at}.txt`, `${at}\n`]),
);

/** An engine for the tests of one file. */
export function useContracts(): (tree: Tree) => Promise<Contracts> {
  const ask = useTrees();
  return (tree) => ask(tree, (session) => session.contracts());
}

/** Questions of any kind about small trees. */
export function useTrees(): <T>(tree: Tree, ask: (session: ScopeSession) => Promise<T>) => Promise<T> {
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
  return (tree, ask) => {
    trees += 1;
    const root = join(scratch, `tree-${trees}`);
    for (const [path, source] of Object.entries({ ...BESIDE, ...tree })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), source);
    }
    return engine.read(root, ask);
  };
}

/** `GET /users/{} resolved src/app.ts:3 -> src/users.ts#show`; what is injected is asked for by its own tests. */
export function offersIn({ offers }: Contracts): string[] {
  return offers.filter(({ kind }) => kind !== "injection").map(linesOf);
}

export function needsIn({ needs }: Contracts): string[] {
  const asked = needs.filter(({ need }) => need.kind !== "injection");
  return asked.map(({ need, offers, tier }) => {
    const met = offers.map(({ place }) => place.handle).join(", ");
    return `${linesOf(need)}${met === "" ? "" : ` met by ${met} (${tier})`}`;
  });
}

function linesOf({ kind, key, tier, place, implementation }: Contracts["offers"][number]): string {
  const what = kind === "route" ? key : `${kind} ${key}`;
  const by = implementation === undefined ? "" : ` -> ${implementation}`;
  return `${what} ${tier} ${place.handle}:${place.span.startLine}${by}`;
}

/** `model Author app/models.py#Author table=authors columns=name: CharField, …` */
export function unitsIn({ units }: Contracts, type?: string): string[] {
  return units
    .filter((unit) => type === undefined || unit.type === type)
    .map(({ type: of, name, place, details = {} }) => {
      const told = Object.entries(details).map(([key, value]) => `${key}=${[value].flat().join(", ")}`);
      return [of, name, place.handle, ...told].join(" ");
    });
}

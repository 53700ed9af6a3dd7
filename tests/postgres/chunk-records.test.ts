import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { PostgresStoreFactory } from "../../src/storage/postgres/factory.ts";
import {
  freshSchema,
  runSqlNow,
  startPostgres,
  type TestServer,
  whyNoPostgres,
} from "../../src/testing/postgres-server.ts";

const reason = whyNoPostgres();
if (reason) console.info(`postgres: the tests of chunk records are left out: ${reason}`);

const CART = `import { priceOf } from "./price";

/** What is bought. */
export class Cart {
  total(item: string): number {
    return priceOf(item) + shipping(item);
  }
}
`;

describe.skipIf(reason !== null)("chunks as rows", () => {
  let server: TestServer;
  let folder: string;
  beforeAll(async () => {
    server = await startPostgres();
    folder = mkdtempSync(join(tmpdir(), "clew-chunks-"));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("are there for every file once they are asked for, whoever indexed it, and go with the repository", async () => {
    const schema = freshSchema();
    const now = (sql: string) => runSqlNow(server.address, `SET search_path TO "${schema}"; ${sql}`);
    const open = (keepsChunks: boolean) =>
      openEngine({
        home: join(folder, "home"),
        env: {},
        stores: new PostgresStoreFactory({
          ...{ address: () => server.address, realm: () => "team", schema, keepsChunks },
          ...{ connections: 4, statementMs: 20_000, connectMs: 5_000 },
        }),
      });
    const tree = join(folder, "shop");
    mkdirSync(tree);
    writeFileSync(join(tree, "cart.ts"), CART);
    writeFileSync(join(tree, 'it\'s "quoted".ts'), "export function quoted() {}\n");

    const before = await open(false);
    await before.update(tree);
    await before.close();
    expect(now("SELECT count(*)::int AS n FROM chunks")).toEqual([{ n: 0 }]);

    const engine = await open(true);
    writeFileSync(join(tree, "price.ts"), "export function priceOf(item: string) { return item.length; }\n");
    await engine.update(tree);
    const [cart] = now("SELECT * FROM chunks WHERE defines @> '{Cart.total}'");
    expect(cart).toMatchObject({
      ...{ repository: tree, path: "cart.ts", language: "typescript", parent: null },
      uses: expect.arrayContaining(["priceOf", "shipping"]),
    });
    expect(cart!.vector_id).toMatch(/^\d+\/\d+\/\d+$/);
    expect(now("SELECT function, defines FROM chunks WHERE path = 'price.ts'")).toEqual([
      { function: "priceOf", defines: ["priceOf"] },
    ]);
    expect(now("SELECT imports FROM chunks WHERE imports <> '{}'")).toEqual([{ imports: ["./price"] }]);
    expect(now("SELECT DISTINCT path FROM chunks ORDER BY 1").map(({ path }) => path)).toEqual([
      "cart.ts",
      'it\'s "quoted".ts',
      "price.ts",
    ]);

    await engine.remove(tree);
    expect(now("SELECT count(*)::int AS n FROM chunk")).toEqual([{ n: 0 }]);
    await engine.close();
  });
});

/** Every scope of a small fleet, asked through the tools; members that are gone, moved, new or of one name. */
import { renameSync, rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import { chooseRepositories } from "../../src/tools/choose-repositories.ts";
import { ALL_TOOLS } from "../../src/tools/full/all.ts";
import { parseInput } from "../../src/tools/parse-input.ts";
import { takeScope } from "../../src/tools/scope-input.ts";
import { FLEET, writeFleet } from "./bed.ts";

const scratch = new TempFolder("clew-fleet-bed");
const engine = await openEngine({ home: scratch.join("home"), env: { PATH: process.env.PATH } });
const at = (name: string) => scratch.join("clones", name);
const add = async (name: string) => engine.update(await engine.resolveRoot(at(name), { isExact: true }));

beforeAll(async () => {
  writeFleet(scratch.folder("clones"));
  await engine.choose(at("framework"), { type: "reference", version: "10" });
  for (const name of Object.keys(FLEET)) await add(name);
}, 120_000);
afterAll(async () => {
  await engine.close();
  scratch.remove();
});

async function ask(name: string, args: Record<string, unknown>, home = "storefront") {
  const tool = ALL_TOOLS.find((one) => one.name === name)!;
  const { asked, input } = takeScope(tool, args);
  const chosen = (await chooseRepositories(engine, tool, asked, async () => at(home))) ?? { root: at(home) };
  const signal = new AbortController().signal;
  return answerTool(tool, { engine, signal, ...chosen }, parseInput(tool, input));
}

interface Results {
  results: { file: string; repository?: string }[];
  repositories?: { repository: string; depth?: number; relation?: string; isAbsent?: boolean }[];
}

async function search(args: Record<string, unknown>, home?: string): Promise<Results> {
  return (await ask("search", { ...args, format: "json" }, home)).data() as unknown as Results;
}

const files = ({ results }: Results) => results.map(({ file }) => file);
const members = ({ repositories = [] }: Results) => repositories.map(({ repository }) => repository).sort();

describe("the catalog", () => {
  test("tells what each repository is", async () => {
    const types = Object.fromEntries((await engine.catalog()).map(({ name, type }) => [name, type]));
    expect(types).toEqual({
      "billing-service": "microservice",
      engine: "monorepo",
      framework: "reference",
      handbook: "documentation",
      "ledger-service": "microservice",
      "mail-service": "microservice",
      shared: "monorepo",
      storefront: "monorepo",
    });
  });
});

describe("a scope", () => {
  test("is the repository around the caller when nothing is said", async () => {
    expect(files(await search({ query: "basket" }))).toContain("packages/ui/src/basket.ts");
  });

  test("of all asks own code, over languages, and no references or documents", async () => {
    const answer = await search({ query: "format an invoice number", scope: "global" });
    expect(files(answer).slice(0, 3).sort()).toEqual([
      "shared:go/invoice.go",
      "shared:js/index.ts",
      "shared:py/fleet_shared/__init__.py",
    ]);
    expect(members(answer)).not.toContain("framework");
    expect(members(answer)).not.toContain("handbook");
  });

  test("of all with references and documents shows a few of them, behind own code", async () => {
    const answer = await search({
      query: "how requests are guarded, basket",
      scope: "global",
      include: ["references", "documentation"],
      limit: 30,
    });
    const shown = answer.results.map(({ repository }) => repository!);
    expect(shown.filter((name) => name === "framework")).toHaveLength(5);
    expect(shown.filter((name) => name === "handbook")).toHaveLength(3);
    const own = shown.filter((name) => name !== "framework" && name !== "handbook").length;
    expect(shown.slice(own).every((name) => name === "framework" || name === "handbook")).toBe(true);
  });

  test("of documents finds the section that is meant", async () => {
    const { text } = await ask("search", { query: "how requests are guarded", repo: "handbook" });
    expect(text).toMatch(
      /guide\.md:.*\n *1\| # Guide\n *3\| ## Guards\n *5\| How requests are guarded in our services\./,
    );
  });

  test("of documents holds nothing against them, whatever their folder is called", async () => {
    const query = "basket refund window";
    const included = { query, scope: "global", include: ["documentation"], limit: 4 };
    expect(files(await search(included))).toContain("handbook:spec/returns.md");
    expect(files(await search({ query, repo: "handbook" }))[0]).toBe("spec/returns.md");
    expect(files(await search({ query }, "handbook"))[0]).toBe("spec/returns.md");
  });

  test("of several repositories asks these", async () => {
    const answer = await search({ query: "basket", repo: ["storefront", "engine"] });
    expect(members(answer)).toEqual(["engine", "storefront"]);
    expect(files(answer)).toContain("engine:crates/pricing/src/lib.rs");
  });

  test("of a service is a package, a repository or what was set as one", async () => {
    await engine.choose(at("mail-service"), { service: { id: "mailer", type: "rest" } });
    expect(files(await search({ query: "send the bill", service: "mailer" }))[0]).toBe("mail/send.py");
    expect(files(await search({ query: "basket discount", service: "pricing" }))).toEqual([
      "crates/pricing/src/lib.rs",
      "crates/pricing/Cargo.toml",
    ]);
  });

  test("of a package asks its folder alone", async () => {
    expect(files(await search({ query: "basket", package: "@store/ui" }))).toEqual([
      "packages/ui/src/basket.ts",
      "packages/ui/src/index.ts",
    ]);
  });

  test.each([
    ["billing-service", "billing-service needs @fleet/shared ^2.0.0 (runtime), 3.1.0 is indexed"],
    ["mail-service", "mail-service needs fleet-shared >=3 (runtime)"],
    ["ledger-service", "ledger-service needs example.com/fleet/shared v3.1.0 (runtime)"],
  ])("around %s takes the shared library in and says how", async (repo, relation) => {
    const answer = await search({ query: "format invoice", scope: "boundary-aware", repo });
    expect(answer.repositories).toMatchObject([
      { repository: repo },
      { repository: "shared", depth: 1, relation },
    ]);
  });
});

describe("callers of the shared library", () => {
  test.each([
    ["formatInvoice", "billing-service:src/bill.ts#bill"],
    ["format_invoice", "mail-service:mail/send.py#send_bill"],
    ["FormatInvoice", "ledger-service:book.go#Book"],
  ])("of %s are found in the service of its language", async (symbol, caller) => {
    const asked = { symbol: `shared:${symbol}`, scope: "global", format: "json" };
    const { rows } = (await ask("trace", asked)).data() as { rows: { handle: string }[] };
    expect(rows.map(({ handle }) => handle)).toEqual([caller]);
  });
});

describe("what is likely elsewhere", () => {
  test("is named when this repository has no such symbol", async () => {
    const { text } = await ask("symbol", { name: "basket_discount" });
    expect(text).toContain("likely in engine: ask with repo engine, or scope global for all");
  });

  test("is not spoken of where no repository has it", async () => {
    const { text } = await ask("symbol", { name: "zzNobodyHasThis" });
    expect(text).not.toMatch(/scope global|other repositor/);
  });

  test("is named when what was found is doubtful, and another open one is sure", async () => {
    const { text } = await ask("search", { query: "how does FormatInvoice work" }, "engine");
    expect(text).toContain("likely in shared: ");
    const sure = await ask("search", { query: "basket_discount" }, "engine");
    expect(sure.text).not.toContain("likely in");
  });
});

describe("a member", () => {
  test("that is new is asked about and indexed by the question", async () => {
    scratch.folder("clones/extra").repository({ "src/fresh.ts": "export const freshlyAdded = 1;\n" });
    const answer = await search({ query: "freshlyAdded", repo: [at("extra"), "shared"] });
    expect(files(answer)).toContain("extra:src/fresh.ts");
  });

  test("that was deleted is named, and the others answer", async () => {
    rmSync(at("extra"), { recursive: true });
    const { text, data } = await ask("search", { query: "format invoice", scope: "global" });
    expect(text).toContain("not answered by extra");
    expect(text).toContain("shared:js/index.ts");
    expect(members(data() as unknown as Results)).toContain("extra");
    await engine.remove("extra");
  });

  test("that moved is another folder, and its old name is said to be gone", async () => {
    scratch.folder("clones/before").repository({ "src/moved.ts": "export const movedThing = 1;\n" });
    await add("before");
    renameSync(at("before"), at("after"));
    await expect(search({ query: "movedThing", repo: "before" })).rejects.toMatchObject({
      code: expect.stringMatching(/^[A-Z_]+$/),
    });
    await add("after");
    expect(files(await search({ query: "movedThing", repo: "after" }))).toEqual(["src/moved.ts"]);
    await engine.remove("before");
    await engine.remove("after");
  });

  test("of a name that another has is told apart, and each can be asked", async () => {
    scratch.folder("others/shared").repository({ "src/twin.ts": "export const twinOfShared = 1;\n" });
    await engine.update(await engine.resolveRoot(scratch.join("others/shared"), { isExact: true }));
    const records = (await engine.list()).filter(({ path }) => path.endsWith("/shared"));
    expect(new Set(records.map(({ name }) => name)).size).toBe(2);
    const twin = records.find(({ path }) => path === scratch.join("others/shared"))!.name;
    expect(files(await search({ query: "twinOfShared", repo: twin }))).toEqual(["src/twin.ts"]);
    await engine.remove(scratch.join("others/shared"));
  });

  test("that is added touches no other index", async () => {
    const before = new Map((await engine.list()).map(({ name, generation }) => [name, generation]));
    const dumps = await Promise.all(["shared", "engine"].map((name) => engine.dump(at(name))));
    scratch.folder("clones/late").repository({ "src/late.ts": "export const late = 1;\n" });
    await add("late");
    for (const { name, generation } of await engine.list())
      if (name !== "late") expect(generation).toBe(before.get(name));
    expect(await Promise.all(["shared", "engine"].map((name) => engine.dump(at(name))))).toEqual(dumps);
    await engine.remove("late");
  });

  test("of type reference is not read again while its version is the same", async () => {
    scratch.folder("clones/framework").write({ "src/added.ts": "export const addedLater = 1;\n" });
    const index = (version: string) =>
      ask("index_repository", { repo_id: "framework", repo_type: "reference", version });
    expect((await index("10")).text).toContain("nothing was read");
    expect((await index("11")).data()).toMatchObject({ files: 9 });
  });
});

describe("a scope that cannot be", () => {
  test.each([
    [{ repo: "nobody" }, "REPOSITORY_UNKNOWN"],
    [{ package: "nobody" }, "PACKAGE_UNKNOWN"],
    [{ service: "nobody" }, "SERVICE_UNKNOWN"],
    [{ scope: "sideways" }, "INPUT_INVALID"],
    [{ scope: "boundary-aware", repo: "shared", dependency_depth: 6 }, "INPUT_INVALID"],
    [{ scope: "workspace" }, "SCOPE_INCOMPLETE"],
    [{ scope: "global", include: ["secrets"] }, "INPUT_INVALID"],
  ])("%j is refused with its reason", async (args, code) => {
    await expect(search({ query: "x", ...args })).rejects.toMatchObject({ code });
  });
});

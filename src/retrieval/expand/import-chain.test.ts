import { expect, it } from "vitest";
import { openInlineView } from "../../../tests/golden/inline-view.ts";
import { importChain, renderImportChain } from "./import-chain.ts";

async function chainOf(imports: Record<string, string[]>, from: string, depth?: number): Promise<string[]> {
  const files = Object.entries(imports).map(
    ([name, others]) =>
      [
        `src/${name}.ts`,
        `${others.map((other) => `import { ${other} } from "./${other}";`).join("\n")}\nexport const ${name} = 1;\n`,
      ] as const,
  );
  const { reader } = await openInlineView(new Map(files));
  const lines = renderImportChain(
    await importChain(() => ({ reader }), { path: `src/${from}.ts` }, depth),
    100,
  );
  await reader.close();
  return lines;
}

it("goes three levels deep and says what is left out below", async () => {
  const imports = { a: ["b"], b: ["c"], c: ["d"], d: ["e", "f"], e: [], f: [] };
  expect(await chainOf(imports, "a")).toEqual([
    "src/a.ts",
    "  → src/b.ts",
    "    → src/c.ts",
    "      → src/d.ts (+2 more)",
  ]);
  expect(await chainOf(imports, "a", 1)).toEqual(["src/a.ts", "  → src/b.ts (+1 more)"]);
});

it("marks a cycle and does not follow it", async () => {
  expect(await chainOf({ a: ["b"], b: ["c"], c: ["a", "b"] }, "a")).toEqual([
    "src/a.ts",
    "  → src/b.ts",
    "    → src/c.ts",
    "      → src/a.ts (cycle)",
    "      → src/b.ts (cycle)",
  ]);
});

it("shows six imports of a file and counts the others", async () => {
  const names = ["b", "c", "d", "e", "f", "g", "h", "i"];
  const imports = { a: names, ...Object.fromEntries(names.map((name) => [name, []])) };
  const lines = await chainOf(imports, "a");
  expect(lines[0]).toBe("src/a.ts (+2 more)");
  expect(lines).toHaveLength(7);
});

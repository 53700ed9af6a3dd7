import { expect, it } from "vitest";
import { openInlineView } from "../../../tests/golden/inline-view.ts";
import { importChain } from "./import-chain.ts";
import { renderImportChain } from "./render-import-chain.ts";

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

it("says once what a file imports, and refers to it after that", async () => {
  expect(await chainOf({ a: ["b", "c"], b: ["c"], c: ["d"], d: [] }, "a")).toEqual([
    "src/a.ts",
    "  → src/b.ts",
    "    → src/c.ts",
    "      → src/d.ts",
    "  → src/c.ts (above)",
  ]);
});

it("marks modules that nobody has indexed, and files of another language", async () => {
  const { reader } = await openInlineView(
    new Map([
      [
        "src/a.ts",
        'import {\n  useState,\n  useMemo,\n} from "react";\nimport {\n  b,\n} from "./b";\nimport "./a.css";\nimport "./lost";\nexport const a = 1;\n',
      ],
      ["src/b.ts", 'import fs from "node:fs";\nexport const b = fs;\n'],
      ["src/a.css", ".a {\n  color: red;\n}\n"],
    ]),
  );
  const chain = await importChain(() => ({ reader }), { path: "src/a.ts" });
  await reader.close();
  expect(renderImportChain(chain, 100)).toEqual([
    "src/a.ts (external: react)",
    "  → src/b.ts (external: node:fs)",
    "  ⇥ src/a.css (css, not followed)",
  ]);
});

it("says how many lines were cut", async () => {
  const { reader } = await openInlineView(
    new Map([
      ["a.ts", 'import "./b";\nimport "./c";\nimport "./d";\n'],
      ...["b", "c", "d"].map((name) => [`${name}.ts`, "export {};\n"] as const),
    ]),
  );
  const chain = await importChain(() => ({ reader }), { path: "a.ts" });
  await reader.close();
  expect(renderImportChain(chain, 3)).toEqual(["a.ts", "  → b.ts", "… 2 more lines"]);
});

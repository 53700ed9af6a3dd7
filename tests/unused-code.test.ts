/** What nobody uses goes: names that only their own line says, settings that nothing reads. And files stay small. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { SETTINGS } from "../src/settings/table.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = ["src", "tests", "scripts", "bench", "web"];
const LONGEST = 450;
const MEDIAN = 80;

const sources = new Map(
  FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !/(?:^|\/)(?:node_modules|fixtures)\//.test(path))
      .map((path) => [`${folder}/${path}`, readFileSync(join(root, folder, path), "utf8")] as const),
  ),
);
const EXPORTED = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;

/** How often each word is written, in all of them. */
function countWords(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [word] of text.matchAll(/\w+/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function unusedExports(files: ReadonlyMap<string, string>): string[] {
  const counts = countWords(files.values());
  return [...files].flatMap(([path, text]) =>
    path.startsWith("src/")
      ? [...text.matchAll(EXPORTED)]
          .filter(([, name]) => counts.get(name!) === 1)
          .map(([, name]) => `${path}: ${name}`)
      : [],
  );
}

/** Catalogues of codes are read by the generator, which takes every table of such a file. */
const isCatalogue = (line: string) => /\/errors\.ts: /.test(line);

test("every exported name of the sources is said somewhere else", () => {
  expect(unusedExports(sources).filter((line) => !isCatalogue(line))).toEqual([]);
});

test("a name that only its own line says is found", () => {
  const files = new Map([
    ["src/a.ts", "export const lineOfHandle = 1;\nexport const used = 2;\n"],
    ["src/b.ts", 'import { used } from "./a.ts";\n'],
  ]);
  expect(unusedExports(files)).toEqual(["src/a.ts: lineOfHandle"]);
});

/** Presets and places of files act while settings are read. */
const READ_BY_SETTINGS = new Set(["preset", "storePreset"]);

test("every setting is read by something that is no setting", () => {
  const readers = [...sources].filter(
    ([path]) => path.startsWith("src/") && !path.startsWith("src/settings/"),
  );
  const said = countWords(readers.map(([, text]) => text));
  const names = Object.keys(SETTINGS).map((name) => name.replace(/\.\*$/, "").split(".").at(-1)!);
  expect(names.filter((name) => !said.has(name) && !READ_BY_SETTINGS.has(name))).toEqual([]);
});

test("no written source is longer than 450 lines, and half of them are shorter than 80", () => {
  const lengths = [...sources]
    .filter(([path]) => path.startsWith("src/") && !path.endsWith(".gen.ts"))
    .map(([path, text]) => ({ path, lines: text.split("\n").length - 1 }))
    .sort((a, b) => a.lines - b.lines);
  expect(lengths.filter(({ lines }) => lines > LONGEST)).toEqual([]);
  expect(lengths[Math.floor(lengths.length / 2)]!.lines).toBeLessThan(MEDIAN);
});

/** A retrieval channel is one folder and one line: order, reasons, points and trace of a search show it. */
import { beforeAll, expect, it } from "vitest";
import { CHANNELS } from "../../../src/retrieval/channels/all.ts";
import { type SearchableView, search, searchMembers } from "../../../src/retrieval/index.ts";
import { layOutFeatures } from "../../../src/retrieval/rank/feature-layout.ts";
import { openInlineView, readInlineFiles } from "../../golden/inline-view.ts";
import { shouting } from "./shouting/index.ts";

const EXTENDED = layOutFeatures([...CHANNELS, shouting]);
const FILES = `//- src/quiet-greeting.ts
/** A loud greeting, it says. */
export function loudGreeting() { return "a loud greeting"; }
//- src/crier.ts
export const news = "Extra! Extra! Read all about it!";
//- src/other.ts
export const other = 1;
`;

let view: SearchableView;
beforeAll(async () => {
  view = await openInlineView(readInlineFiles(FILES));
});

const ask = (query: string) => searchMembers([{ name: "toy", view }], query, { explain: true }, EXTENDED);

it("a search is ordered by it and says so", async () => {
  const before = await search(view, "loud greeting");
  expect(before.hits.map(({ path }) => path)).toEqual(["src/quiet-greeting.ts"]);
  const { hits, trace } = await ask("loud greeting");
  expect(hits[0]!.path).toBe("src/crier.ts");
  expect(hits[0]!.reasons[0]).toBe("it shouts");
  expect(hits[0]!.contributions[0]).toMatchObject({ feature: "shouting", value: 1, weight: 9, points: 9 });
  expect(trace.channels.at(-1)).toEqual({
    name: "shouting",
    proposals: [{ path: "src/crier.ts", rank: 1, value: 3, reason: "3 exclamation marks" }],
  });
});

it("when it has nothing to say, answers are those without it", async () => {
  const query = "greeting";
  expect(JSON.stringify(await ask(query))).toBe(JSON.stringify(await search(view, query, { explain: true })));
});

it("no two channels may have a feature of the same name", () => {
  expect(() => layOutFeatures([...CHANNELS, shouting, shouting])).toThrow("shouting");
});

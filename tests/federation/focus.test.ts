/** Members that are opened as overviews: few files are chosen, and what is said of them is what whole views say. */
import { beforeAll, describe, expect, it } from "vitest";
import {
  contextOfMembers,
  type SearchableView,
  type SearchMember,
  searchMembers,
} from "../../src/retrieval/index.ts";
import { openInlineView, readRepository } from "../golden/inline-view.ts";

const NAMES = ["shop", "ledger", "relay"];
const QUESTIONS = [
  "OrderService",
  "how are requests matched to handlers",
  "parse_amount",
  "segment rotation when the log is full",
  "fix(payments): refund is charged twice when the provider times out",
  "connection pool lang:ts -test",
  "path:orders validate the address",
  "nothing flurbeltron zzq",
  "Checkout fails\n\n```\nError: bad\n    at validateAddress (src/orders/address-validator.ts:6:52)\n```\n",
];

describe("an answer from overviews", () => {
  let whole: SearchMember[];
  let overviews: SearchMember[];
  beforeAll(async () => {
    const open = (isOverview: boolean) =>
      Promise.all(
        NAMES.map(async (name) => ({
          name,
          view: await openInlineView(readRepository(name), { isOverview }),
        })),
      );
    [whole, overviews] = [await open(false), await open(true)];
  });

  it.each(QUESTIONS)("leads to the files that whole views lead to: %j", async (question) => {
    const asked = await searchMembers(whole, question);
    const found = await searchMembers(overviews, question);
    const placesOf = ({ hits }: typeof found) => hits.map(({ repository, path }) => `${repository}:${path}`);
    expect(placesOf(found).slice(0, 3)).toEqual(placesOf(asked).slice(0, 3));
    const shared = placesOf(asked).filter((place) => placesOf(found).includes(place));
    expect(shared.length).toBeGreaterThanOrEqual(Math.ceil(placesOf(asked).length * 0.8));
    expect(found.unknownWords).toEqual(asked.unknownWords);
    expect(found.filtered).toEqual(asked.filtered);
    const pathsOf = async (members: SearchMember[]) =>
      (await contextOfMembers(members, question, { budget: 2_000 })).items.map(({ path }) => path);
    const [first] = await pathsOf(whole);
    const planned = await pathsOf(overviews);
    if (first !== undefined) expect(planned).toContain(first);
  });

  it("weighs words by how rare they are in everything, not among the files that were chosen", async () => {
    const [question, mass] = [
      "order total",
      (one: SearchMember[]) => searchMembers(one, "order total", { limit: 1 }),
    ];
    const [asked, found] = [await mass(whole), await mass(overviews)];
    expect(found.hits[0]!.path, question).toBe(asked.hits[0]!.path);
    const wordsOf = (answer: typeof found) =>
      answer.hits[0]!.contributions.find(({ feature }) => feature === "coverage");
    expect(wordsOf(found)).toEqual(wordsOf(asked));
  });
});

describe("of many files", () => {
  const FILES = 2_000;
  let view: SearchableView;
  beforeAll(async () => {
    const files = new Map<string, string>();
    for (let at = 0; at < FILES; at++)
      files.set(
        `src/part${at}.ts`,
        `export function turnWheel${at}(): number {\n  return ${at}; // wheel\n}\n`,
      );
    files.set("src/brake.ts", "/** Stops the wheel at once. */\nexport function stopWheelAtOnce() {}\n");
    view = await openInlineView(files, { isOverview: true });
  });

  it("few are looked at, and the one that is meant is among them", async () => {
    const looked: number[] = [];
    const spied: SearchableView = {
      ...view,
      focus: (files) => {
        looked.push(files.places.length);
        return view.focus!(files);
      },
    };
    const { hits } = await searchMembers([{ name: "car", view: spied }], "stop the wheel at once", {
      hasSeveral: true,
    });
    expect(hits[0]!.path).toBe("src/brake.ts");
    expect(looked).toHaveLength(1);
    expect(looked[0]).toBeLessThan(FILES / 2);
  });
});

/** One question of several repositories: one ranking, statistics of all, and members that may be lost. */
import { beforeAll, describe, expect, it } from "vitest";
import {
  context,
  contextOfMembers,
  renderSearch,
  type SearchableView,
  type SearchMember,
  search,
  searchMembers,
} from "../../src/retrieval/index.ts";
import { openInlineView, readInlineFiles, readRepository } from "../golden/inline-view.ts";

const QUESTIONS = [
  "OrderService",
  "how are requests matched to handlers",
  "parse_amount",
  "segment rotation when the log is full",
  "fix(payments): refund is charged twice when the provider times out",
  "connection pool lang:ts -test",
  "kind:class cache",
  "nothing flurbeltron zzq",
  "Checkout fails\n\n```\nError: bad\n    at validateAddress (src/orders/address-validator.ts:6:52)\n```\n",
];

describe("a federation of one", () => {
  it.each(["shop", "ledger", "relay"])(
    "answers about %s what the view answers, to the byte",
    async (name) => {
      const files = readRepository(name);
      // Two views of the same files, because answers of a view are kept.
      const [alone, member] = [await openInlineView(files), await openInlineView(files)];
      for (const question of QUESTIONS) {
        const options = { explain: true, limit: 15 };
        const federated = await searchMembers([{ name, view: member }], question, options);
        expect(JSON.stringify(federated)).toBe(JSON.stringify(await search(alone, question, options)));
        const plan = await contextOfMembers([{ name, view: member }], question, { budget: 2_000 });
        expect(JSON.stringify(plan)).toBe(JSON.stringify(await context(alone, question, { budget: 2_000 })));
      }
    },
  );
});

/** In two repositories, and long enough for its likeness to be seen. */
const ORBIT = `export function computeOrbit(radius: number, mass: number) {
  const gravity = 6.674e-11;
  const circumference = 2 * Math.PI * radius;
  const velocity = Math.sqrt((gravity * mass) / radius);
  const period = circumference / velocity;
  if (!Number.isFinite(period)) throw new Error("radius and mass must be positive");
  const energy = -(gravity * mass) / (2 * radius);
  return { circumference, velocity, period, energy };
}
`;
const BILLING = `//- src/invoice.ts
/** Writes an invoice. */
export function writeInvoice(total: number) { return "invoice " + total; }
//- src/ledger.ts
export function bookEntry(amount: number) { return amount; }
//- src/orbit.ts
${ORBIT}`;
const SHIPPING = `//- src/parcel.ts
export function weighParcel(parcel: { grams: number }) { return parcel.grams; }
//- src/label.ts
export function printLabel(parcel: string) { return "label of parcel " + parcel; }
//- src/orbit.ts
${ORBIT}`;
const NOTES = `//- docs/guide.md
# Guide
How to book a parcel.
//- src/note.ts
export function writeNote(text: string) { return text; }
`;

describe("three repositories", () => {
  let views: Record<"billing" | "shipping" | "notes", SearchableView>;
  let members: SearchMember[];
  beforeAll(async () => {
    const open = (text: string) => openInlineView(readInlineFiles(text));
    views = { billing: await open(BILLING), shipping: await open(SHIPPING), notes: await open(NOTES) };
    members = Object.entries(views).map(([name, view]) => ({ name, view }));
  });
  const places = (answer: { hits: { repository?: string; path: string }[] }) =>
    answer.hits.map(({ repository, path }) => `${repository}:${path}`);

  it("are ranked as one, and every hit says where it is from", async () => {
    const answer = await searchMembers(members, "weigh parcel");
    expect(places(answer)[0]).toBe("shipping:src/parcel.ts");
    expect(places(answer)).toContain("notes:docs/guide.md");
    expect(answer.members).toEqual([
      { repository: "billing", generation: 1 },
      { repository: "shipping", generation: 1 },
      { repository: "notes", generation: 1 },
    ]);
  });

  it("count a word in all of them: documents and their frequencies are summed", async () => {
    const { trace } = await searchMembers(members, "parcel");
    const { idf, files } = trace.terms.find(({ term }) => term === "parcel")!;
    // parcel.ts, label.ts and guide.md of 3 + 3 + 2 files.
    expect(files).toBe(3);
    expect(idf).toBeCloseTo(Math.log(1 + (8 - 3 + 0.5) / (3 + 0.5)), 12);
    const alone = await search(views.shipping, "parcel");
    expect(alone.trace.terms.find(({ term }) => term === "parcel")!.files).toBe(2);
  });

  it("do not change with the order in which they are named", async () => {
    const answer = await searchMembers(members, "orbit radius");
    const turned = await searchMembers([...members].reverse(), "orbit radius");
    expect(JSON.stringify(turned.hits)).toBe(JSON.stringify(answer.hits));
  });

  it("end ties by the name of the repository", async () => {
    const answer = await searchMembers(members, "computeOrbit");
    const [first, second] = answer.hits;
    expect(first!.score).toBe(second!.score);
    expect(places(answer).slice(0, 2)).toEqual(["billing:src/orbit.ts", "shipping:src/orbit.ts"]);
  });

  it("show a copy with what it repeats, and in no other file's place", async () => {
    const asked = "computeOrbit radius, printLabel of a parcel";
    const answer = await searchMembers(members, asked, { limit: 4 });
    const copy = answer.hits.find(({ similarTo }) => similarTo !== undefined)!;
    expect([copy.repository, copy.path, copy.similarTo]).toEqual([
      "billing",
      "src/orbit.ts",
      "shipping:src/orbit.ts:1-9",
    ]);
    expect(answer.hits).toHaveLength(5);
    expect(renderSearch(answer, "text").split("\n")).toContain(
      "billing:src/orbit.ts:1-9: similar to shipping:src/orbit.ts:1-9",
    );
    const { hits } = await searchMembers(members, asked, { limit: 4, nearDuplicate: 1.01 });
    expect(hits.filter(({ similarTo }) => similarTo === undefined)).toHaveLength(4);
  });

  it("with a weight come first, and the score says why", async () => {
    const weighted = members.map((member) =>
      member.name === "shipping" ? { ...member, weight: 2 } : member,
    );
    const answer = await searchMembers(weighted, "computeOrbit");
    expect(places(answer).slice(0, 2)).toEqual(["shipping:src/orbit.ts", "billing:src/orbit.ts"]);
    const [heavy, light] = answer.hits;
    expect(heavy!.score - light!.score).toBeCloseTo(Math.log(2), 12);
    expect(heavy!.contributions.find(({ feature }) => feature === "memberWeight")!.points).toBe(Math.log(2));
    for (const hit of answer.hits) {
      const sum = hit.contributions.reduce((total, { points }) => total + points, 0);
      expect(Math.abs(sum - hit.score)).toBeLessThan(1e-9);
    }
  });

  it("do not fill the list alone: each further file of one counts for less, and its score says so", async () => {
    const text = Array.from(
      { length: 5 },
      (_, at) => `//- src/part${at}.ts\nexport const drum${at} = "drum";\n`,
    );
    const crowd = { name: "crowd", view: await openInlineView(readInlineFiles(text.join(""))) };
    const { hits } = await searchMembers([crowd, ...members], "drum");
    const own = hits.filter(({ repository }) => repository === "crowd");
    const lost = own.map(
      ({ contributions }) => contributions.find(({ feature }) => feature === "memberRepeated")?.points ?? 0,
    );
    expect(lost.slice(0, 4)).toEqual([0, 0, -0.4, -0.8]);
    for (const { contributions, score } of own)
      expect(contributions.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 9);
  });

  it("with a cap show no more files than it says, and what was cut says so", async () => {
    const capped = members.map((member) => (member.name === "shipping" ? { ...member, cap: 1 } : member));
    const answer = await searchMembers(capped, "parcel");
    expect(places(answer).filter((place) => place.startsWith("shipping:"))).toHaveLength(1);
    expect(places(answer)).toContain("notes:docs/guide.md");
    expect(answer.trace.cut.find(({ repository }) => repository === "shipping")!.reason).toContain("1 file");
  });

  it("that are only looked things up in stand behind the others, whatever their scores", async () => {
    const capped = members.map((member) => (member.name === "shipping" ? { ...member, cap: 5 } : member));
    const shown = places(await searchMembers(capped, "weigh parcel"));
    expect(shown[0]).toBe("notes:docs/guide.md");
    expect(shown.at(-1)).toMatch(/^shipping:/);
  });

  it("that were asked for by their kind are shown, however many files of the others fit better", async () => {
    const crowd = Array.from(
      { length: 30 },
      (_, at) => `//- src/parcel${at}.ts\nexport const parcel${at} = () => "parcel of the guide";\n`,
    );
    const own = { name: "crowd", view: await openInlineView(readInlineFiles(crowd.join(""))) };
    const notes = members.find(({ name }) => name === "notes")!;
    const guide = { ...notes, weight: 0.5, cap: 3, group: "documentation" };
    const { hits } = await searchMembers([own, guide], "parcel guide", { limit: 10 });
    expect(hits).toHaveLength(10);
    expect(hits.findIndex(({ group }) => group === "documentation")).toBeGreaterThanOrEqual(7);
    expect(hits.at(-1)).toMatchObject({ repository: "notes", path: "docs/guide.md", group: "documentation" });
    const plan = await contextOfMembers([own, guide], "parcel guide", { budget: 2_000 });
    expect(plan.items.filter(({ section }) => section === "primary").map(({ path }) => path)).toContain(
      "docs/guide.md",
    );
  });

  it("of one kind share its places", async () => {
    const [first, second, ...others] = members;
    const looked = [first!, second!].map((one) => ({ ...one, cap: 1, group: "reference" }));
    const { hits } = await searchMembers([...looked, ...others], "parcel orbit label");
    expect(hits.filter(({ group }) => group === "reference")).toHaveLength(1);
  });

  it("with a path filter show only files that it lets through", async () => {
    const pathFilter = { key: "labels", matches: (path: string) => path.includes("label") };
    const narrowed = members.map((member) =>
      member.name === "shipping" ? { ...member, pathFilter } : member,
    );
    const shown = places(await searchMembers(narrowed, "parcel"));
    expect(shown.filter((place) => place.startsWith("shipping:"))).toEqual(["shipping:src/label.ts"]);
  });

  it("make one read plan: places name the repository, copies are shown and marked", async () => {
    const plan = await contextOfMembers(members, "computeOrbit radius", { budget: 1_500 });
    const bodies = plan.items.filter(({ section, path }) => section === "primary" && path === "src/orbit.ts");
    expect(bodies.map(({ repository }) => repository).sort()).toEqual(["billing", "shipping"]);
    expect(bodies.map(({ similarTo }) => similarTo)).toEqual([undefined, "billing:src/orbit.ts:1-9"]);
    expect(plan.text).toContain("--- billing:src/orbit.ts:1-9 function computeOrbit\n");
    expect(plan.text).toContain(
      "--- shipping:src/orbit.ts:1-9 function computeOrbit similar to billing:src/orbit.ts:1-9\n",
    );
    expect(plan.text.split("const gravity")).toHaveLength(3);
    expect(plan.files).toContain("shipping:src/orbit.ts");
    expect(plan.tokens).toBeLessThanOrEqual(1_500);
  });

  it("answer without one that fails, as if it had not been asked", async () => {
    const failing = brokenView(views.notes, () => Promise.reject(new Error("disk gone")));
    const asked = [...members.slice(0, 2), { name: "notes", view: failing }];
    const answer = await searchMembers(asked, "weigh parcel label");
    expect(answer.members).toContainEqual({ repository: "notes", generation: 1, problem: "disk gone" });
    const { hits } = await searchMembers(members.slice(0, 2), "weigh parcel label");
    expect(JSON.stringify(answer.hits)).toBe(JSON.stringify(hits));
    const plan = await contextOfMembers(asked, "weigh parcel label");
    expect(plan.members).toEqual(answer.members);
    expect(plan.text).toContain("shipping:src/parcel.ts");
  });

  it("answer without one that is late", async () => {
    const late = brokenView(views.billing, () => new Promise(() => {}));
    const asked = [{ name: "billing", view: late }, ...members.slice(1)];
    const answer = await searchMembers(asked, "print label", { memberMs: 40 });
    expect(answer.members![0]!.problem).toBe("gave no answer within 40 ms");
    expect(places(answer)[0]).toBe("shipping:src/label.ts");
  });

  it("fail with the first error when none is left", async () => {
    const broken = (name: string) => ({
      name,
      view: brokenView(views.notes, () => Promise.reject(new Error(`${name} is gone`))),
    });
    await expect(searchMembers([broken("a"), broken("b")], "label")).rejects.toThrow("a is gone");
  });
});

/** A view whose postings cannot be read; nothing of it is known yet. */
function brokenView(view: SearchableView, postings: () => Promise<never>): SearchableView {
  const reader = new Proxy(view.reader, {
    get: (target, key) => (key === "postings" ? postings : Reflect.get(target, key, target)),
  });
  const index = Object.create(view.index, { postings: { value: { get: () => undefined } } });
  return { ...view, reader, index };
}

import { expect, it } from "vitest";
import { edgeTexts, linkProject } from "./read-fixture.ts";

const linksOf = (files: Record<string, string>) => linkProject(new Map(Object.entries(files)));
const edgesOf = async (files: Record<string, string>) => edgeTexts(await linksOf(files));

const SHOP = `export class Shop {
  get total() { return 1; }
  private next?: Shop;
  constructor(private readonly clock?: Clock) {}
  close = () => this.clock.stop();
  static open<T extends Shop = Shop>(): T { return null; }
}
export class Clock { stop() {} }
export interface Site { shop: Shop; home: Site["shop"]; loop: Site["loop"]; }`;

it.each([
  ["a getter that is read", "use.ts#f references shop.ts#Shop.total", "(s: Shop) { return 1 + s.total; }"],
  [
    "one in the middle of a chain",
    "use.ts#f references shop.ts#Shop.total",
    "(s: Shop) { s.total.toFixed(); }",
  ],
  ["a method passed as a value", "use.ts#f references shop.ts#Shop.close", "(s: Shop) { on(s.close); }"],
  ["a member named by a text", "use.ts#f calls shop.ts#Shop.close", "(s: Shop) { s['close'](); }"],
  ["a class before the dot", "use.ts#f references shop.ts#Shop", "() { Shop.open(); }"],
  ["what a type parameter stands for", "use.ts#f calls shop.ts#Shop.close", "() { Shop.open().close(); }"],
  ["a member's own type", "use.ts#f calls shop.ts#Shop.close", "(s: Site) { s.home.close(); }"],
  ["a function's type", "use.ts#f references use.ts#g", "(x: typeof g) {}"],
  ["a generic call that is awaited", "use.ts#f calls use.ts#g", "() { const x = await g<A>(1); }"],
])("finds %s", async (_, edge, body) => {
  const edges = await edgesOf({
    "shop.ts": SHOP,
    "use.ts": `import { Shop, Site } from "./shop";\nexport async function f${body}\nfunction g() {}`,
  });
  expect(edges).toContain(edge);
});

it("an optional parameter property is a property", async () => {
  expect(await edgesOf({ "shop.ts": SHOP })).toContain("shop.ts#Shop.close calls shop.ts#Clock.stop");
});

it("a type that is indexed by itself ends", async () => {
  const edges = await edgesOf({
    "shop.ts": SHOP,
    "use.ts": `import { Site } from "./shop";\nexport function f(s: Site) { s.loop.close(); }`,
  });
  expect(edges.filter((edge) => edge.startsWith("use.ts#f calls"))).toEqual([]);
});

const TYPES = `export class Context { get settings() {} redirect() {} json() {} }
export interface Elements { settings: string; redirect: string; }
export class Other { settings() {} redirect() {} }`;

it.each([
  [
    "the only type that has all members used",
    "(c) => { c.redirect(); c.json(); return c.settings; }",
    ["calls Context.json", "calls Context.redirect", "references Context.settings"],
  ],
  ["nothing when two types have them", "(c) => { c.redirect(); return c.settings; }", []],
  ["nothing when one member is from elsewhere", "(c) => { c.redirect(); c.json(); c.elsewhere(); }", []],
  ["nothing by common names alone", "(c) => { c.json(); c.body; }", []],
])("an untyped parameter is taken for %s", async (_, callback, expected) => {
  const links = await linksOf({ "types.ts": TYPES, "use.ts": `app.get("/", ${callback});` });
  const edges = links.get("use.ts")!.edges.filter(({ to }) => to.includes("#Context."));
  expect(edges.map(({ kind, to }) => `${kind} ${to.replace("types.ts#", "")}`)).toEqual(expected);
  expect(edges.every(({ tier }) => tier === "heuristic")).toBe(true);
});

it.each([
  [
    "a.py",
    "class Cart:\n    @property\n    def total(self):\n        return 1\n    def tax(self):\n        return self.total * 2\n",
    "a.py#Cart.tax references a.py#Cart.total",
  ],
  [
    "A.cs",
    "class Cart { public int Total { get; set; }\n int Tax() { return this.Total * 2; } }",
    "A.cs#Cart.Tax references A.cs#Cart.Total",
  ],
  [
    "A.kt",
    "class Cart {\n  val total: Int get() = 1\n  fun tax() = this.total * 2\n}\n",
    "A.kt#Cart.tax references A.kt#Cart.total",
  ],
  [
    "A.swift",
    "class Cart {\n  var total: Int { 1 }\n  func tax() -> Int { return self.total * 2 }\n}\n",
    "A.swift#Cart.tax references A.swift#Cart.total",
  ],
])("%s: a property that is read through its object", async (path, source, edge) => {
  expect(await edgesOf({ [path]: source })).toContain(edge);
});

it("Python: an untyped parameter is taken for the only class that has all members used on it", async () => {
  const edges = await edgesOf({
    "a.py":
      "class Cart:\n    def add_item(self): ...\n    def checkout(self): ...\nclass Desk:\n    def checkout(self): ...\n",
    "b.py": "def use(cart):\n    cart.add_item()\n    cart.checkout()\n",
  });
  expect(edges).toContain("b.py#use calls a.py#Cart.checkout heuristic");
});

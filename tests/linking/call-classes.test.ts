/** Small projects, one per class of calls that were once missed or tied to the wrong definition. */
import { expect, it } from "vitest";
import { broken, edgeTexts, linkProject, parseFixture } from "./read-fixture.ts";

async function check(text: string): Promise<void> {
  const { files, expectations } = parseFixture(text);
  expect(expectations.length).toBeGreaterThan(0);
  const edges = edgeTexts(await linkProject(files));
  expect(broken(expectations, edges).join("\n")).toBe("");
}

it("a closure's parameter hides a name inside the closure only, also on one line", async () => {
  await check(`//- go.mod
module shop
//- shop.go
package shop

type Router struct{}
type Request struct{}

func (r *Router) Get(path string, handle func(w int, r *Request)) {}
func (r *Request) Close() {}

func routes(r *Router) {
	r.Get("/", func(w int, r *Request) { r.Close() })
	r.Get("/cart", func(w int, r *Request) {
		r.Close()
	})
}
//- a.ts
class Cart { total() { return 1; } }
class Line { price() { return 2; } }
export function sum(x: Cart, lines: Line[]) { use((x: Line) => x.price()); use(() => 1); return x.total(); }
function use(f: unknown) {}
//- expect
shop.go#routes calls shop.go#Router.Get
shop.go#routes calls shop.go#Request.Close
a.ts#sum calls a.ts#Cart.total
a.ts#sum calls a.ts#Line.price
`);
});

it("a variable of Java and C# does not hide the method that is called like it", async () => {
  await check(`//- shop/Cart.java
package shop;
class Cart {
  int total() { return 1; }
  Cart next() { return this; }
  int add(int total) { int next = total() + total; return next().total(); }
}
//- Cart.cs
namespace Shop;
class Cart {
  int total() { return 1; }
  int Add(int total) { return total() + total; }
  int Run(System.Func<int> other) { return other(); }
}
//- expect
shop/Cart.java#Cart.add calls shop/Cart.java#Cart.total
shop/Cart.java#Cart.add calls shop/Cart.java#Cart.next
Cart.cs#Cart.Add calls Cart.cs#Cart.total
`);
});

it("a constructor calls another of its class or of the base", async () => {
  await check(`//- shop/Cart.java
package shop;
class Base { Base(int size) {} }
class Cart extends Base {
  Cart(int size) { super(size); }
  Cart() { this(1); }
}
//- expect
shop/Cart.java#Cart.Cart calls shop/Cart.java#Base.Base
shop/Cart.java#Cart.Cart~1 calls shop/Cart.java#Cart.Cart
`);
});

it("a prototype stands for the definition in a file of another name", async () => {
  await check(`//- src/value.h
int value_parse(const char *text);
int value_print(int value);
int value_format(const char *format, ...) VALUE_LIKE(1, 2);
//- src/format.c
#include "value.h"
int value_format(const char *format, ...) { return 1; }
//- src/value_parse.c
#include "value.h"
int value_parse(const char *text) { return 1; }
//- src/unix_print.c
#include "value.h"
int value_print(int value) { return 1; }
//- src/other_print.c
int value_print(int value) { return 2; }
//- src/main.c
#include "value.h"
int main(void) { value_format("%d", 1); return value_print(value_parse("1")); }
//- expect
src/main.c#main calls src/format.c#value_format
src/main.c#main calls src/value_parse.c#value_parse
src/main.c#main calls src/unix_print.c#value_print
not src/main.c#main calls src/other_print.c#value_print
not src/main.c#main calls src/value.h#value_parse
`);
});

it("a macro calls what its body names", async () => {
  await check(`//- block.h
typedef struct block block;
block *block_join(block *a, block *b);
#define BLOCK_2(a, b) (block_join((a), (b)))
#define BLOCK_3(a, b, c) \\
  /* not_called() */ (BLOCK_2(BLOCK_2(a, b), \\
    wrap(c)))
#define EACH(list, f) f(list)
//- block.c
#include "block.h"
block *block_join(block *a, block *b) { return a; }
block *wrap(block *a) { return BLOCK_2(a, a); }
void f(void) {}
//- expect
block.h#BLOCK_2 calls block.c#block_join
block.h#BLOCK_3 calls block.h#BLOCK_2
block.c#wrap calls block.h#BLOCK_2
not block.h#EACH calls block.c#f
`);
});

it("conditional text in the middle of a list or a head does not hide what follows", async () => {
  await check(`//- a.c
typedef struct { int kind; int pad; } value;
value make(double x) {
  value v = {
#ifdef LITERALS
    1,
#else
    2,
#endif
    0
  };
  return v;
}
int count(int n) {
#ifdef FAST
  if (n > 1) {
#else
  if (n > 2) {
#endif
    return check(n);
  }
  return helper(1 &&
#ifdef FAST
    n
#else
    n > 2
#endif
  );
}
int
#ifdef WIDE
check(long n)
#else
check(int n)
#endif
{
  return 1;
}
#ifdef FAST
int helper(int n) { return 1; }
#else
int helper_2(int n) { return 2; }
#endif
int last(void) { make(1); return helper_2(count(1)); }
//- expect
a.c#last calls a.c#make
a.c#last calls a.c#count
a.c#last calls a.c#helper_2
a.c#count calls a.c#check
a.c#count calls a.c#helper
`);
});

it("what a loop, a callback or an index takes from a collection has its type", async () => {
  await check(`//- a.ts
class Line { price() { return 1; } parent(): Line { return this; } }
class Cart {
  lines: Line[] = [];
  byName: Map<string, Line> = new Map();
  async load(): Promise<Line[]> { return []; }
}
export function each(cart: Cart) { for (const line of cart.lines) line.price(); }
export function mapped(cart: Cart) { return Promise.all(cart.lines.map(async (line) => line.price())); }
export function filtered(lines: readonly Line[]) { return lines.filter((x) => x.price()).map((y) => y.parent()); }
export function indexed(cart: Cart) { const first = cart.lines[0]; first.price(); return cart.lines[1]!.parent(); }
export function found(cart: Cart) { return cart.lines.find(Boolean)?.price(); }
export async function loaded(cart: Cart) { const all = await cart.load(); all.forEach((it) => it.price()); }
export function got(cart: Cart) { cart.byName.get("a")!.price(); }
export function typed(cart: Cart, other: Cart[]) { cart.lines.map((line: Cart) => line.load()); }
//- b.js
class Box { open() {} }
/** @param {Box[]} boxes */
export function all(boxes) { boxes.forEach((box) => box.open()); }
//- shop.py
class Line:
    def price(self): ...
class Cart:
    lines: list[Line]
def total(cart: Cart, named: dict[str, Line]):
    for line in cart.lines:
        line.price()
def listed(lines: "list[Line]"):
    return [one.price() for one in lines]
def first(named: dict[str, Line]):
    named["a"].price()
//- go.mod
module shop
//- shop.go
package shop

type Line struct{}

func (l *Line) Price() int { return 1 }

func total(lines []*Line, byName map[string]Line) {
	for _, line := range lines {
		line.Price()
	}
}
func named(byName map[string]*Line) int {
	return byName["a"].Price()
}
//- shop/Cart.java
package shop;
import java.util.List;
class Line { int price() { return 1; } }
class Cart {
  List<Line> lines;
  void each() { for (var line : lines) line.price(); }
  int sum() { return lines.stream().filter(x -> x.price() > 1).mapToInt(y -> y.price()).sum(); }
  int first() { return lines.get(0).price(); }
}
//- Cart.cs
namespace Shop;
class Line { public int Price() { return 1; } }
class Cart {
  List<Line> lines;
  void Each() { foreach (var line in lines) line.Price(); }
  int Sum() { return lines.Where(x => x.Price() > 1).Count(); }
}
//- expect
a.ts#each calls a.ts#Line.price
a.ts#mapped calls a.ts#Line.price
a.ts#filtered calls a.ts#Line.price
a.ts#filtered calls a.ts#Line.parent
a.ts#indexed calls a.ts#Line.price
a.ts#indexed calls a.ts#Line.parent
a.ts#found calls a.ts#Line.price
a.ts#loaded calls a.ts#Line.price
a.ts#got calls a.ts#Line.price
a.ts#typed calls a.ts#Cart.load
shop.py#total calls shop.py#Line.price
shop.py#listed calls shop.py#Line.price
shop.py#first calls shop.py#Line.price
shop.go#total calls shop.go#Line.Price
shop.go#named calls shop.go#Line.Price
shop/Cart.java#Cart.each calls shop/Cart.java#Line.price
shop/Cart.java#Cart.sum calls shop/Cart.java#Line.price
shop/Cart.java#Cart.first calls shop/Cart.java#Line.price
Cart.cs#Cart.Each calls Cart.cs#Line.Price
Cart.cs#Cart.Sum calls Cart.cs#Line.Price
`);
});

it("a condition, a type of a value and a value beside a type of its name are followed", async () => {
  await check(`//- a.ts
class Builder { where() { return this; } run() {} }
class Query { select(): Builder { return new Builder(); } remove(): Builder { return new Builder(); } }
export function choose(q: Query, c: boolean) { (c ? q.select() : q.remove()).run(); }
export function either(q: Query | undefined, other: Query) { (q ?? other).select(); }
export function lines(q: Query) {
  return q
    .select()
    // a comment
    .where()
    .run();
}
export const shared = new Query();
export function makeQuery() { return new Query(); }
export function valued(q: typeof shared) { q.remove(); }
export function made(q: ReturnType<typeof makeQuery>) { q.remove(); }
export interface Node { kind: string }
interface NodeFactory { create(): Node }
export const Node: NodeFactory = freeze<NodeFactory>({ create() { return { kind: "a" }; } });
declare function freeze<T>(value: T): T;
export function makes() { return Node.create(); }
//- expect
a.ts#choose calls a.ts#Builder.run
a.ts#either calls a.ts#Query.select
a.ts#lines calls a.ts#Builder.run
a.ts#valued calls a.ts#Query.remove
a.ts#made calls a.ts#Query.remove
a.ts#makes calls a.ts#NodeFactory.create
`);
});

it("a function that is all a CommonJS module exports is what its importers call", async () => {
  await check(`//- util/walk.cjs
module.exports = function walk(folder) {
  function visit(name) { return name; }
  return visit(folder);
};
//- util/each.cjs
module.exports = ({ root }) => {
  const isFile = (name) => name;
  return { all: () => isFile(root) };
};
//- util/named.cjs
function forEachFile() {}
module.exports = forEachFile;
//- util/object.cjs
function one() {}
function two() {}
module.exports = { one, second: two };
//- main.cjs
const walk = require("./util/walk.cjs");
const forEachFile = require("./util/named.cjs");
const { one, second } = require("./util/object.cjs");
const each = require("./util/each.cjs");
function main() { walk("."); forEachFile(); one(); second(); each({}); }
//- expect
main.cjs#main calls util/walk.cjs#default
main.cjs#main calls util/named.cjs#forEachFile
main.cjs#main calls util/object.cjs#one
main.cjs#main calls util/object.cjs#two
main.cjs#main calls util/each.cjs#default
util/walk.cjs#default calls util/walk.cjs#default.visit
`);
});

/** Small projects, one per class of calls that were once missed or tied to the wrong definition. */
import { it } from "vitest";
import { checkProject } from "./check-project.ts";

it("a closure's parameter hides a name inside the closure only, also on one line", async () => {
  await checkProject(`//- go.mod
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
  await checkProject(`//- shop/Cart.java
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
  await checkProject(`//- shop/Cart.java
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

it("types and methods of C# are told apart by their type parameters and by what may be left out", async () => {
  await checkProject(`//- src/Policy.cs
namespace Shop;
public partial class Policy { public static Policy<T> Of<T>() => new Policy<T>(); public static Policy Of() => new Policy(); public void Run() {} }
//- src/PolicyT.cs
namespace Shop;
public partial class Policy<T> : PolicyBase<T> { public void Run() { Policy.Of(); } }
public class PolicyBase { public void Log() {} }
public class PolicyBase<T> { public void Log() {} }
//- src/Helpers.cs
namespace Shop;
public static class Helpers {
  public static void Raise(this Policy policy, int times, string note = "") {}
  public static void Raise<T>(this Policy<T> policy, int times) {}
}
public static class LongHelpers { public static void Raise(this Policy policy, int times, string note, string more) {} }
//- src/Use.cs
namespace Shop;
public class Use {
  void Plain() { var policy = new Policy(); policy.Run(); policy.Raise(2); }
  void Typed() { var policy = new Policy<int>(); policy.Run(); policy.Raise(2); policy.Log(); }
  void Made() { Policy.Of<int>().Run(); }
}
public class Other {
  void Policy() {}
  void Named() { var it = new Policy<string>(); }
}
//- expect
src/Use.cs#Use.Plain calls src/Policy.cs#Policy
src/Use.cs#Use.Plain calls src/Policy.cs#Policy.Run
src/Use.cs#Use.Plain calls src/Helpers.cs#Helpers.Raise
not src/Use.cs#Use.Plain calls src/Helpers.cs#LongHelpers.Raise
not src/Use.cs#Use.Plain calls src/PolicyT.cs#Policy.Run
src/Use.cs#Use.Typed calls src/PolicyT.cs#Policy.Run
src/Use.cs#Use.Typed calls src/PolicyT.cs#PolicyBase.Log~1
not src/Use.cs#Use.Typed calls src/Policy.cs#Policy.Run
src/Use.cs#Use.Made calls src/PolicyT.cs#Policy.Run
src/Use.cs#Other.Named calls src/PolicyT.cs#Policy
not src/Use.cs#Other.Named calls src/Use.cs#Other.Policy
src/PolicyT.cs#Policy.Run calls src/Policy.cs#Policy.Of~1
src/PolicyT.cs#Policy inherits src/PolicyT.cs#PolicyBase~1
`);
});

it("a method that is handed on is used, not called", async () => {
  await checkProject(`//- shop/Cart.java
package shop;
class Cart {
  static int total(int price) { return price; }
  void each() { run(Cart::total); run(this::clear); make(Cart::new); }
  void clear() {}
}
//- shop/Basket.kt
package shop
fun price(item: Int): Int = item
fun all(items: List<Int>) = items.map(::price)
//- expect
shop/Cart.java#Cart.each references shop/Cart.java#Cart.total
shop/Cart.java#Cart.each references shop/Cart.java#Cart.clear
shop/Cart.java#Cart.each references shop/Cart.java#Cart
shop/Basket.kt#all references shop/Basket.kt#price
not shop/Cart.java#Cart.each calls shop/Cart.java#Cart.total
not shop/Cart.java#Cart.each calls shop/Cart.java#Cart
not shop/Basket.kt#all calls shop/Basket.kt#price
`);
});

it("what a loop, a callback or an index takes from a collection has its type", async () => {
  await checkProject(`//- a.ts
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
  await checkProject(`//- a.ts
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
  await checkProject(`//- util/walk.cjs
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

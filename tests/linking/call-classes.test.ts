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

it("a prototype stands for the definition in a file of another name", async () => {
  await check(`//- src/value.h
int value_parse(const char *text);
int value_print(int value);
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
int main(void) { return value_print(value_parse("1")); }
//- expect
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

/** Calls whose meaning hangs on what they are given: overloads by the number of arguments, and types that are handed in. */
import { expect, it } from "vitest";
import { broken, edgeTexts, linkProject, parseFixture } from "./read-fixture.ts";

async function check(text: string): Promise<void> {
  const { files, expectations } = parseFixture(text);
  expect(expectations.length).toBeGreaterThan(0);
  const edges = edgeTexts(await linkProject(files));
  expect(broken(expectations, edges).join("\n")).toBe("");
}

it("the number of arguments tells overloads apart, also those that a class inherits beside one it overrides", async () => {
  await check(`//- shop/Node.java
package shop;
class Node {
  String text() { return ""; }
  Node text(String value) { return this; }
  int size;
  int size() { return size; }
}
//- shop/Element.java
package shop;
class Element extends Node {
  int size;
  Node text(String value) { return this; }
  String outer() { return text() + size(); }
  void inner(Element other) { other.text(join("a, b", 1)); other.text(); new Part(1, 2); }
  String join(String a, int b) { return a; }
  String join(String... all) { return ""; }
}
class Part { Part() {} Part(int a, int b) {} }
//- expect
shop/Element.java#Element.outer calls shop/Node.java#Node.text
shop/Element.java#Element.outer calls shop/Node.java#Node.size~1
shop/Element.java#Element.inner calls shop/Element.java#Element.text
shop/Element.java#Element.inner calls shop/Node.java#Node.text
shop/Element.java#Element.inner calls shop/Element.java#Part.Part~1
shop/Element.java#Element.inner calls shop/Element.java#Element.join heuristic
shop/Element.java#Element.text overrides shop/Node.java#Node.text~1
`);
});

it("arguments of C# are counted behind type arguments, and defaults leave the number open", async () => {
  await check(`//- Store.cs
namespace Shop;
class Store {
  public int Find(int id) { return id; }
  public int Find(int id, string name = "") { return id; }
  public int Add<T>(T item) { return 1; }
  public int Add<T>(T item, int count) { return count; }
  int Run(Store other) { other.Find(1); return other.Add<int>(2, 3) + other.Add((1, 2)); }
}
//- expect
Store.cs#Store.Run calls Store.cs#Store.Find heuristic
Store.cs#Store.Run calls Store.cs#Store.Add~1
Store.cs#Store.Run calls Store.cs#Store.Add
`);
});

it("a function that returns its type parameter gives the type that it is given", async () => {
  await check(`//- build.py
from typing import TypeVar
T_co = TypeVar("T_co", covariant=True)

def build(cls: type[T_co], size: int) -> T_co: ...
//- cart.py
from build import build

class Cart:
    def total(self): ...

class Line:
    def price(self): ...

class TestCart:
    def setup(self):
        self.line = build(Line, 1)

    def run(self):
        cart = build(
            Cart, 2
        )
        cart.total()
        self.line.price()
//- expect
cart.py#TestCart.run calls cart.py#Cart.total
cart.py#TestCart.run calls cart.py#Line.price
`);
});

it("what a with statement names is what entering gives", async () => {
  await check(`//- cart.py
from collections.abc import Iterator
from contextlib import contextmanager

class Cart:
    def total(self): ...

class Lock:
    def __enter__(self) -> Cart: ...

class Own:
    def __enter__(self):
        return self
    def close(self): ...

@contextmanager
def opened() -> Iterator[Cart]:
    yield Cart()

def run():
    with opened() as a:
        a.total()

def lock():
    with Lock() as b:
        b.total()

def own():
    with Own() as c:
        c.close()
//- expect
cart.py#run calls cart.py#Cart.total
cart.py#lock calls cart.py#Cart.total
cart.py#own calls cart.py#Own.close
`);
});

it("a union with a type from outside may have the member of the part that is known", async () => {
  await check(`//- task.py
from twisted.task import LoopingCall

class Loop:
    def start_soon(self): ...

def make() -> Loop | LoopingCall: ...

def run():
    make().start_soon()
//- expect
task.py#run calls task.py#Loop.start_soon heuristic
`);
});

it("a macro of C ends at its file, and one that only some builds define is a guess", async () => {
  await check(`//- src/list.h
#ifndef LIST_H
#define LIST_H
int list_size(void);
#define LIST_MAX(a) (a)
#ifdef _WIN32
#define snprintf(a) win_snprintf(a)
#endif
#ifdef DEBUG
#define LOG(x) list_size()
#else
#define LOG(x) 0
#endif
#endif
//- src/list.c
#include "list.h"
#define check(x) (x)
int list_size(void) { return check(1); }
//- src/main.c
#include "list.h"
int check(int x);
int main(void) { LOG(1); LIST_MAX(2); return snprintf(3); }
int other(void) { return check(1); }
//- expect
src/list.c#list_size calls src/list.c#check
src/main.c#main calls src/list.h#LIST_MAX
src/main.c#main calls src/list.h#LOG
src/main.c#main calls src/list.h#snprintf heuristic
not src/main.c#other calls src/list.c#check
`);
});

it("a header stands for the source of its name that lies nearest", async () => {
  await check(`//- one/src/lamp.h
void lamp(void);
//- one/src/lamp.c
#include "lamp.h"
void lamp(void) {}
//- two/src/lamp.h
void lamp(void);
//- two/src/lamp.c
#include "lamp.h"
void lamp(void) {}
//- two/test/run.c
#include "lamp.h"
int main(void) { lamp(); return 0; }
//- expect
two/test/run.c#main calls two/src/lamp.c#lamp
not two/test/run.c#main calls one/src/lamp.c#lamp
`);
});

it("a type from outside has the one extension of the view that is called so, whatever its overloads", async () => {
  await check(`//- Services.cs
using Microsoft.Extensions.DependencyInjection;
namespace Shop;
public static class Services {
  public static IServiceCollection AddShop(this IServiceCollection services) { return services; }
  public static IServiceCollection AddShop(this IServiceCollection services, int size) { return services; }
}
class Start {
  void Run(IServiceCollection services) { services.AddShop(1); }
}
//- expect
Services.cs#Start.Run calls Services.cs#Services.AddShop heuristic
`);
});

it("conditional directives of C# in the middle of a member leave the type around it whole", async () => {
  await check(`//- ILog.cs
namespace Shop;
public interface ILog {
  void Write(string text)
#if FEATURE_DEFAULT
    => Write(text, 1)
#endif
  ;
  void Write(string text, int level);
  void Close();
}
class User {
  void Run(ILog log) { log.Close(); }
}
//- expect
ILog.cs#User.Run calls ILog.cs#ILog.Close
`);
});

it("what a framework injects is of the type it is given", async () => {
  await check(`//- cart.ts
export class Cart { total() { return 1; } }
//- page.ts
import { inject } from "@angular/core";
import { Cart } from "./cart";
export class Page {
  private readonly cart = inject(Cart);
  show() { return this.cart.total(); }
}
//- expect
page.ts#Page.show calls cart.ts#Cart.total
`);
});

it("smart pointers of C++ are seen through, whoever wrote them", async () => {
  await check(`//- player.h
class Player { public: void Stop(); };
//- app.h
template <typename T> using SharedPtr = std::shared_ptr<T>;
class App { public: SharedPtr<Player> player() const; };
//- main.cpp
#include "app.h"
#include "player.h"
class Window {
  void Exit() { app_->player()->Stop(); }
  App *app_;
};
//- expect
main.cpp#Window.Exit calls player.h#Player.Stop
`);
});

it("a property of Python that always makes the same class is of that class", async () => {
  await check(`//- repo.py
class Repo:
    def drop(self): pass
class Other:
    def drop(self): pass
//- page.py
from repo import Repo
class Page:
    @property
    def items(self):
        return Repo[int, str](
            self.db,
        )
    def clear(self):
        return self.items.drop()
//- expect
page.py#Page.clear calls repo.py#Repo.drop
`);
});

it("a variable of a Go package that is made of a literal holds what the literal says", async () => {
  await check(`//- shop/shop.go
package shop

type Till interface { Open() int }
type Box struct{}

func (b *Box) Open() int { return 1 }

var (
	tills = []Till{&Box{}}
	named = map[string]*Box{}
)

func All() int {
	sum := named["a"].Open()
	for _, till := range tills {
		sum += till.Open()
	}
	return sum
}
//- expect
shop/shop.go#All calls shop/shop.go#Till.Open
shop/shop.go#All calls shop/shop.go#Box.Open
`);
});

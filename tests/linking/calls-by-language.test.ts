/** Classes of calls that one language has, each once missed. */
import { expect, it } from "vitest";
import { broken, edgeTexts, linkProject, parseFixture } from "./read-fixture.ts";

async function check(text: string): Promise<void> {
  const { files, expectations } = parseFixture(text);
  expect(expectations.length).toBeGreaterThan(0);
  const edges = edgeTexts(await linkProject(files));
  expect(broken(expectations, edges).join("\n")).toBe("");
}

it("Go: several results, and functions that are called like a builtin", async () => {
  await check(`//- go.mod
module shop
//- shop.go
package shop

type Conf struct{}
type Conn struct{}

func (c *Conf) Read() {}
func (c *Conn) Send() {}
func open() (*Conf, *Conn, error) { return nil, nil, nil }
func load() (*Conn, error) { return nil, nil }
func dial() *Conn { return nil }
func conf() Conf { return Conf{} }

func one() { conn, err := load(); conn.Send(); _ = err }
func two() { cfg, conn, err := open(); cfg.Read(); conn.Send(); _ = err }
func three() { cfg, conn := conf(), dial(); cfg.Read(); conn.Send() }
func four() { var c, err = load(); c.Send(); _ = err }
func five(m map[string]*Conn, x any) { c, ok := m["a"]; c.Send(); _ = ok; d, ok := x.(*Conf); d.Read() }
func min(a, b int) int { return a }
//- other.go
package shop

func uses() int { return min(1, 2) + len("a") }
//- expect
shop.go#one calls shop.go#Conn.Send
shop.go#two calls shop.go#Conf.Read
shop.go#two calls shop.go#Conn.Send
shop.go#three calls shop.go#Conf.Read
shop.go#three calls shop.go#Conn.Send
shop.go#four calls shop.go#Conn.Send
shop.go#five calls shop.go#Conn.Send
shop.go#five calls shop.go#Conf.Read
other.go#uses calls shop.go#min
`);
});

it("Python: chains of attributes, unions, descriptors, cls()", async () => {
  await check(`//- engine.py
class Engine:
    def start(self): ...
    def stop(self): ...
class Other:
    def start(self): ...
class Crawler:
    def __init__(self) -> None:
        self.engine: Engine | None = None
    @property
    def main(self) -> Engine: ...
    @classmethod
    def build(cls) -> "Crawler":
        return cls()
class Field:
    def __get__(self, instance, owner) -> Engine: ...
    def __set__(self, instance, value): ...
class Late:
    def __get__(self, instance, owner): ...
class Model:
    field = Field()
    late: Late[Engine] = Late()
//- main.py
from __future__ import annotations
from typing import TYPE_CHECKING, Union
if TYPE_CHECKING:
    from engine import Crawler, Engine, Other
from engine import Model
class Ext:
    def __init__(self, crawler: Crawler):
        self.crawler = crawler
        self.made = Crawler.build()
    def run(self):
        self.crawler.engine.start()
        self.crawler.main.stop()
    def runs(self):
        assert self.crawler.engine
        self.made.engine.stop()
def either(x: Engine | Other): x.start()
def old(x: Union[Engine, Other]): x.start()
def alias(m: Model): m.field.stop()
def later(m: Model): m.late.stop()
class Sub(Model):
    def run(self): return super().run_all()
//- expect
main.py#Ext.run calls engine.py#Engine.start
main.py#Ext.run calls engine.py#Engine.stop
main.py#Ext.runs calls engine.py#Engine.stop
main.py#either calls engine.py#Engine.start
main.py#old calls engine.py#Engine.start
main.py#alias calls engine.py#Engine.stop
not main.py#Sub.run calls engine.py#Model
main.py#later calls engine.py#Engine.stop
engine.py#Crawler.build calls engine.py#Crawler
`);
});

it("C#: namespaces that the project opens, types that differ by arity", async () => {
  await check(`//- Lib/Lib.csproj
<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
<ItemGroup><Using Include="Shop.Tools" /></ItemGroup></Project>
//- Lib/Tools.cs
namespace Shop.Tools;
public class Hammer { public void Hit() {} }
public class Result { public void Plain() {} }
public class Result<T> { public void Typed() {} }
public static class Make { public static Result<int> Generic() => new Result<int>(); public static Result Simple() => new Result(); }
//- Lib/Globals.cs
global using Shop.More;
//- Lib/More.cs
namespace Shop.More;
public class Saw { public void Cut() {} }
//- Lib/Use.cs
namespace Shop.App;
class Use {
  void Run(Hammer hammer, Saw saw) { hammer.Hit(); saw.Cut(); }
  void Arity(Result<int> typed, Result plain) { typed.Typed(); plain.Plain(); }
  void Made() { var g = Make.Generic(); g.Typed(); Make.Simple().Plain(); }
}
//- expect
Lib/Use.cs#Use.Run calls Lib/Tools.cs#Hammer.Hit
Lib/Use.cs#Use.Run calls Lib/More.cs#Saw.Cut
Lib/Use.cs#Use.Arity calls Lib/Tools.cs#Result.Typed
Lib/Use.cs#Use.Arity calls Lib/Tools.cs#Result.Plain
Lib/Use.cs#Use.Made calls Lib/Tools.cs#Result.Typed
Lib/Use.cs#Use.Made calls Lib/Tools.cs#Result.Plain
`);
});

it("Rust: macros and derives mean no function or type of the same name", async () => {
  await check(`//- src/lib.rs
mod util;
fn matches() {}
pub trait Debug { fn fmt(&self); }
pub struct Clone;
#[derive(Debug, Clone)]
pub struct Item { n: u32 }
macro_rules! own { () => {} }
pub fn f(x: Option<u32>) -> bool { own!(); matches!(x, Some(1)) }
//- src/util.rs
pub fn matches(a: u32) -> bool { true }
pub fn assert_eq() {}
pub fn g(x: u32) -> bool { assert_eq!(x, 1); matches!(x, 1) }
//- expect
not src/lib.rs#f calls src/lib.rs#matches
not src/util.rs#g calls src/util.rs#matches
not src/util.rs#g calls src/util.rs#assert_eq
not src/lib.rs#Item calls src/lib.rs#Debug
not src/lib.rs#Item references src/lib.rs#Debug
not src/lib.rs#Item calls src/lib.rs#Clone
src/lib.rs#f calls src/lib.rs#own
`);
});

/** What a type parameter is at least decides what is called on it. */
import { it } from "vitest";
import { checkProject } from "./check-project.ts";

it("C#: a property whose type is a type parameter with a constraint, also where another part of the class says it", async () => {
  await checkProject(`//- Shop.cs
namespace Shop;
interface INamed { string Name(); }
abstract class Provider { public int Open() { return 1; } }
abstract partial class Tests<TProvider> where TProvider : Provider, INamed, new() {
  protected TProvider Given => new TProvider();
  int Run() { return Given.Open() + Given.Name().Length; }
  T Make<T>() where T : Provider { return default; }
  int Made() { return Make<Provider>().Open(); }
  void Plain<U>(U other) where U : struct { other.Open(); }
}
//- Part.cs
namespace Shop;
partial class Tests<TProvider> { TProvider own; int Part() { return own.Open(); } }
//- expect
Shop.cs#Tests.Run calls Shop.cs#Provider.Open
Shop.cs#Tests.Run calls Shop.cs#INamed.Name
Shop.cs#Tests.Made calls Shop.cs#Provider.Open
not Shop.cs#Tests.Plain calls Shop.cs#Provider.Open
Part.cs#Tests.Part calls Shop.cs#Provider.Open
`);
});

it("Java: bounds of classes and methods, and wildcards", async () => {
  await checkProject(`//- shop/Shape.java
package shop;
class Shape { int area() { return 1; } }
interface Named { String name(); }
class Box<T extends Shape & Named> {
  T held;
  int size() { return held.area() + held.name().length(); }
  <U extends Shape> int of(U other) { return other.area(); }
  int all(java.util.List<? extends Shape> shapes) { for (var one : shapes) one.area(); return 1; }
}
//- expect
shop/Shape.java#Box.size calls shop/Shape.java#Shape.area
shop/Shape.java#Box.size calls shop/Shape.java#Named.name
shop/Shape.java#Box.of calls shop/Shape.java#Shape.area
shop/Shape.java#Box.all calls shop/Shape.java#Shape.area
`);
});

it("TypeScript: bounds and what is none", async () => {
  await checkProject(`//- shape.ts
export interface Shape { area(): number }
/** So that the name alone says nothing. */
export interface Land { area(): number }
export class Box<T extends Shape = Shape, K extends keyof T = keyof T> {
  constructor(private readonly held: T, readonly key: K) {}
  size() { return this.held.area(); }
  wrong() { return this.key.area(); }
}
export const sum = <S extends Shape>(all: S[]) => all.map((one) => one.area());
export function loop<A extends B, B extends A>(a: A) { return a.area(); }
//- expect
shape.ts#Box.size calls shape.ts#Shape.area
not shape.ts#Box.wrong calls shape.ts#Shape.area
shape.ts#sum calls shape.ts#Shape.area
`);
});

it("Go: constraints of functions and of types, for their methods too", async () => {
  await checkProject(`//- go.mod
module example.com/shop
//- shop/shape.go
package shop

type Shape interface{ Area() int }

func Sum[K, T Shape](all []T, key K) int { return all[0].Area() + key.Area() }

type Box[T Shape, V any] struct{ held T }

func (b *Box[T, V]) Size() int { return b.held.Area() }

func (b *Box[T, V]) Of(other T) int { return other.Area() }
//- expect
shop/shape.go#Sum calls shop/shape.go#Shape.Area
shop/shape.go#Box.Size calls shop/shape.go#Shape.Area
shop/shape.go#Box.Of calls shop/shape.go#Shape.Area
`);
});

it("Rust: bounds behind the name, in where, and of impl blocks", async () => {
  await checkProject(`//- Cargo.toml
[package]
name = "shop"
//- src/lib.rs
pub trait Repo { fn find(&self) -> u8; }
pub struct Service<R> { repo: R }
impl<R> Service<R>
where
    R: Repo + Send,
{
    pub fn run(&self) -> u8 { self.repo.find() }
    pub fn with(&self, other: R) -> u8 { other.find() }
}
pub fn bare<T: Repo>(repo: &T) -> u8 { repo.find() }
pub fn wide<T>(repo: T) -> u8 where T: Repo { repo.find() }
//- expect
src/lib.rs#Service.run calls src/lib.rs#Repo.find
src/lib.rs#Service.with calls src/lib.rs#Repo.find
src/lib.rs#bare calls src/lib.rs#Repo.find
src/lib.rs#wide calls src/lib.rs#Repo.find
`);
});

it("Kotlin, Swift and Python", async () => {
  await checkProject(`//- Shape.kt
package shop
interface Shape { fun area(): Int }
class Box<T : Shape>(private val held: T) { fun size() = held.area() }
fun <T : Shape> total(one: T): Int { return one.area() }
//- Sources/Shop/Shape.swift
protocol Figure { func edge() -> Int }
func total<T: Figure>(_ one: T) -> Int { return one.edge() }
func wide<T>(_ one: T) -> Int where T: Figure { return one.edge() }
//- shape.py
from typing import TypeVar

class Shape:
    def area(self): ...

T = TypeVar("T", bound="Shape")

def total(one: T) -> int:
    return one.area()

def newer[S: Shape](one: S) -> int:
    return one.area()
//- expect
Shape.kt#Box.size calls Shape.kt#Shape.area
Shape.kt#total calls Shape.kt#Shape.area
Sources/Shop/Shape.swift#total calls Sources/Shop/Shape.swift#Figure.edge
Sources/Shop/Shape.swift#wide calls Sources/Shop/Shape.swift#Figure.edge
shape.py#total calls shape.py#Shape.area
shape.py#newer calls shape.py#Shape.area
`);
});

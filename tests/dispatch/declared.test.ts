/** Dispatch by what types say they extend and implement, one repository per language. */
import { describe, expect, it } from "vitest";
import { askAbout } from "./ask.ts";

describe("calls through a declaration are callers of what implements it", () => {
  const rows: [language: string, listing: string, callers: Record<string, string[]>][] = [
    [
      "TypeScript",
      `
//- driver.ts
export interface Writer { write(): void }
export abstract class Driver { abstract write(): void; flush() { this.write(); } }
//- s3.ts
import { Driver } from "./driver";
export class S3 extends Driver { write() {} }
//- fast.ts
import { S3 } from "./s3";
import type { Writer } from "./driver";
export class Fast extends S3 { write() { super.write(); } }
export class Tagged extends S3 implements Writer {}
//- use.ts
import type { Driver, Writer } from "./driver";
export function send(driver: Driver) { driver.write(); }
export function put(writer: Writer) { writer.write(); }
`,
      {
        "s3.ts#S3.write": [
          "fast.ts#Fast.write",
          "driver.ts#Driver.flush <- driver.ts#Driver.write",
          "use.ts#put <- driver.ts#Writer.write",
          "use.ts#send <- driver.ts#Driver.write",
        ],
        // `super.write()` runs the base, never an override.
        "fast.ts#Fast.write": [
          "driver.ts#Driver.flush <- driver.ts#Driver.write",
          "use.ts#send <- driver.ts#Driver.write",
        ],
        "driver.ts#Driver.write": ["driver.ts#Driver.flush", "use.ts#send"],
      },
    ],
    [
      "Java",
      `
//- a/Store.java
package a;
public interface Store { void put(String key); void put(String key, int days); }
//- a/DiskStore.java
package a;
public class DiskStore implements Store {
  public void put(String key) {}
  public void put(String key, int days) {}
  private void open() {}
}
//- b/Use.java
package b;
import a.Store;
class Use { void run(Store store) { store.put("x"); } }
`,
      { "a/DiskStore.java#DiskStore.put": ["b/Use.java#Use.run <- a/Store.java#Store.put"] },
    ],
    [
      "C#",
      `
//- IShape.cs
namespace Shapes;
public interface IShape { double Area(); }
public interface ISolid<T> : IShape { T Volume(); }
//- Cube.cs
namespace Shapes;
public abstract class Solid<T> : ISolid<T> { public abstract double Area(); public abstract T Volume(); }
public partial class Cube : Solid<int> { public override double Area() => 1; }
//- Cube.Volume.cs
namespace Shapes;
public partial class Cube { public override int Volume() => 1; }
//- Use.cs
namespace Shapes;
public class Use { public double Run(IShape shape) => shape.Area(); public int Fill(Solid<int> s) => s.Volume(); }
`,
      {
        "Cube.cs#Cube.Area": ["Use.cs#Use.Run <- IShape.cs#IShape.Area"],
        "Cube.Volume.cs#Cube.Volume": ["Use.cs#Use.Fill <- Cube.cs#Solid.Volume"],
      },
    ],
    [
      "Kotlin",
      `
//- Shape.kt
package shapes
interface Shape { fun area(): Double }
//- Square.kt
package shapes
open class Square : Shape { override fun area() = 1.0 }
object Unit : Square() { override fun area() = 2.0 }
fun total(shape: Shape) = shape.area()
`,
      { "Square.kt#Unit.area": ["Square.kt#total <- Shape.kt#Shape.area"] },
    ],
    [
      "Swift",
      `
//- Shape.swift
protocol Shape { func area() -> Double }
func total(shape: Shape) -> Double { return shape.area() }
//- Square.swift
class Square { }
//- Square+Shape.swift
extension Square: Shape { func area() -> Double { return 1 } }
`,
      { "Square+Shape.swift#Square.area": ["Shape.swift#total <- Shape.swift#Shape.area"] },
    ],
    [
      "Scala",
      `
//- Shape.scala
package shapes
trait Shape { def name(): String }
object Use { def total(s: Shape) = s.name() }
//- Square.scala
package shapes
class Square extends Shape { def name() = "square" }
`,
      { "Square.scala#Square.name": ["Shape.scala#Use.total <- Shape.scala#Shape.name"] },
    ],
    [
      "PHP",
      `
//- src/Shape.php
<?php
namespace App;
interface Shape { public function area(): float; }
trait Sized { abstract public function area(): float; public function size() { return $this->area(); } }
//- src/Square.php
<?php
namespace App;
class Square implements Shape { use Sized; public function area(): float { return 1; } }
//- src/use.php
<?php
namespace App;
function total(Shape $s) { return $s->area(); }
`,
      {
        "src/Square.php#Square.area": [
          "src/Shape.php#Sized.size <- src/Shape.php#Sized.area",
          "src/use.php#total <- src/Shape.php#Shape.area",
        ],
      },
    ],
    [
      "Python",
      `
//- shapes/base.py
from abc import ABC, abstractmethod
class Shape(ABC):
    @abstractmethod
    def area(self): ...
    def describe(self): return self.area()
//- shapes/square.py
from shapes.base import Shape
class Square(Shape):
    def area(self): return 1
class Tile(Square):
    def area(self): return super().area() + 1
//- use.py
from shapes.base import Shape
def total(shape: Shape): return shape.area()
`,
      {
        "shapes/square.py#Tile.area": [
          "shapes/base.py#Shape.describe <- shapes/base.py#Shape.area",
          "use.py#total <- shapes/base.py#Shape.area",
        ],
      },
    ],
    [
      "Ruby",
      `
//- job.rb
class Job
  def run
    step
  end
  def step
  end
end
//- mail_job.rb
class MailJob < Job
  def step
    2
  end
end
`,
      { "mail_job.rb#MailJob.step": ["job.rb#Job.run <- job.rb#Job.step"] },
    ],
    [
      "C++",
      `
//- shape.h
#pragma once
class Shape { public: virtual double area() const = 0; };
//- square.h
#pragma once
#include "shape.h"
class Square : public Shape { public: double area() const override; };
//- square.cc
#include "square.h"
double Square::area() const { return 1; }
//- use.cc
#include "shape.h"
double total(const Shape& s) { return s.area(); }
`,
      { "square.cc#Square.area": ["use.cc#total <- shape.h#Shape.area"] },
    ],
    [
      "Rust",
      `
//- src/shape.rs
pub trait Shape { fn area(&self) -> f64; }
pub struct Square;
impl Shape for Square { fn area(&self) -> f64 { 1.0 } }
pub fn total(s: &dyn Shape) -> f64 { s.area() }
`,
      { "src/shape.rs#Square.area": ["src/shape.rs#total <- src/shape.rs#Shape.area"] },
    ],
  ];
  for (const [language, listing, callers] of rows)
    it(language, async () => {
      const ask = await askAbout(listing);
      for (const [symbol, expected] of Object.entries(callers))
        expect(await ask("callers", symbol)).toEqual(expected);
    });
});

const HIERARCHY = `
//- base.ts
export interface Reader { read(): string }
export interface Source extends Reader { close(): void }
export class File implements Source { read() { return ""; } close() {} }
//- more.ts
import { File, type Reader } from "./base";
export class Archive extends File { read() { return "a"; } }
export class Empty extends File {}
class Plain { read() { return "p"; } }
export class Both extends Plain implements Reader {}
export function load(reader: Reader) { return reader.read(); }
`;

it("implementations go down the whole hierarchy, over files, and say what lies between", async () => {
  const ask = await askAbout(HIERARCHY);
  expect(await ask("implementations", "Reader")).toEqual([
    "base.ts#Source",
    "more.ts#Both",
    "base.ts#File <- inheritance base.ts#Source",
    "more.ts#Archive <- inheritance base.ts#File",
    "more.ts#Empty <- inheritance base.ts#File",
  ]);
  // A class keeps a promise with what it inherits.
  expect(await ask("implementations", "Reader.read")).toEqual([
    "base.ts#File.read",
    "more.ts#Archive.read <- inheritance",
    "more.ts#Plain.read <- inheritance more.ts#Both",
  ]);
});

it("callees of what has no body are its implementations, one level below whoever calls it", async () => {
  const ask = await askAbout(HIERARCHY);
  expect(await ask("callees", "Reader.read")).toEqual([
    "base.ts#File.read <- base.ts#Reader.read",
    "more.ts#Archive.read <- base.ts#Reader.read",
    "more.ts#Plain.read <- more.ts#Both",
  ]);
  expect(await ask("callees", "load", 2)).toContain("more.ts#Archive.read <- base.ts#Reader.read");
});

it("an object that is declared as a type implements it, and so does an anonymous class", async () => {
  const ask = await askAbout(`
//- registry.ts
export interface Registry { add(id: string): void }
export const plain: Registry = { add(id) {} };
export const made: Registry = new (class implements Registry { add(id: string) {} })();
export const other = { add(id: string) {} };
export function use(registry: Registry) { registry.add("a"); }
`);
  const through = "registry.ts#use <- registry.ts#Registry.add";
  expect(await ask("callers", "plain.add")).toEqual([through]);
  expect(await ask("callers", "made.add")).toEqual([through]);
  expect(await ask("callers", "other.add")).toEqual([]);
  expect(await ask("implementations", "Registry")).toEqual(["registry.ts#made", "registry.ts#plain"]);
});

it("private and static members override nothing", async () => {
  const ask = await askAbout(`
//- a.ts
export class A { static make() {} private open() {} go() { A.make(); this.open(); } }
export class B extends A { static make() {} private open() {} }
`);
  expect(await ask("callers", "B.make")).toEqual([]);
  expect(await ask("callers", "B.open")).toEqual([]);
});

it("types that differ in the number of their type parameters have implementations of their own (C#)", async () => {
  const ask = await askAbout(`
//- Policy.cs
namespace Shop;
public abstract class Policy { public virtual void Run() { } }
public abstract class Policy<T> { public virtual void Run() { } }
//- Retry.cs
namespace Shop;
public class Retry : Policy { public override void Run() { } }
//- RetryOf.cs
namespace Shop;
public class RetryOf<T> : Policy<T> { public override void Run() { } }
`);
  expect(await ask("implementations", "Policy.cs#Policy~1")).toEqual(["RetryOf.cs#RetryOf"]);
  expect(await ask("implementations", "Policy.cs#Policy.Run~1")).toEqual(["RetryOf.cs#RetryOf.Run"]);
});

describe("what is written in place implements the type that is expected there", () => {
  it("TypeScript: returned, assigned, cast and handed out by an arrow function", async () => {
    const ask = await askAbout(`
//- store.ts
export interface Store { put(): void }
export interface Clock { now(): number }
//- make.ts
import type { Clock, Store } from "./store";
export function makeDisk(isFast: boolean): Store {
  if (isFast) {
    return { put() {} };
  }
  const own: Clock = { now: () => 1 };
  return {
    put() { own.now(); },
  };
}
export const makeClock = (): Clock => ({ now: () => 1 });
export function run() { return use({ put() {} } as Store); }
class Cache { store: Store = { put() {} }; }
function use(store: Store) { store.put(); }
export function none(): Store { return [1].map(() => { return { other() {} }; }) as never; }
`);
    expect(await ask("implementations", "store.ts#Store")).toEqual([
      "make.ts#Cache.store",
      "make.ts#makeDisk",
      "make.ts#run",
    ]);
    expect(await ask("implementations", "store.ts#Clock")).toEqual(["make.ts#makeClock", "make.ts#makeDisk"]);
    expect(await ask("implementations", "store.ts#Store.put")).toEqual([
      "make.ts#Cache.store.put",
      "make.ts#makeDisk.put",
      "make.ts#makeDisk.put~1",
      "make.ts#run.put",
    ]);
    expect(await ask("callers", "make.ts#makeDisk.put~1")).toEqual(["make.ts#use <- store.ts#Store.put"]);
  });

  it("Java and Kotlin: anonymous classes and objects", async () => {
    const ask = await askAbout(`
//- shop/Listener.java
package shop;
interface Listener { void heard(); }
class Bell {
  Listener make() { return new Listener() { public void heard() {} }; }
  void ring(Listener one) { one.heard(); }
}
//- shop/Horn.kt
package shop
fun horn(): Listener = object : Listener { override fun heard() {} }
`);
    expect(await ask("implementations", "shop/Listener.java#Listener")).toEqual([
      "shop/Horn.kt#horn",
      "shop/Listener.java#Bell.make",
    ]);
    expect(await ask("callers", "shop/Listener.java#Bell.make.heard")).toEqual([
      "shop/Listener.java#Bell.ring <- shop/Listener.java#Listener.heard",
    ]);
  });
});

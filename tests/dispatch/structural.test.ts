/** Dispatch to types that implement a contract by having its members. */
import { expect, it } from "vitest";
import { askAbout } from "./ask.ts";

const GO = `
//- shapes/shape.go
package shapes

type Named interface { Name() string }
type Shape interface {
	Named
	Area(scale float64) float64
}
type Sq struct { side float64 }
func (s *Sq) Area(scale float64) float64 { return s.side }
func (s *Sq) Name() string { return "sq" }
type Base struct{}
func (b Base) Name() string { return "base" }
type Circle struct { Base }
func (c Circle) Area(float64) float64 { return 1 }
type NoScale struct { Base }
func (n NoScale) Area() float64 { return 1 }
type hidden interface { secret() }
func Total(s Shape) float64 { return s.Area(2) }
func Label(n Named) string { return n.Name() }
//- mocks/mock.go
package mocks

type MockShape struct{}
func (m *MockShape) Name() string { return "" }
func (m *MockShape) Area(scale float64) float64 { return 0 }
type Other struct{}
func (o Other) secret() {}
func (o Other) Name() int { return 0 }
`;

it("Go: an interface is implemented by method sets, over packages, pointers, embedding and mocks", async () => {
  const ask = await askAbout(GO);
  expect(await ask("implementations", "Shape")).toEqual([
    "shapes/shape.go#Circle <- inheritance",
    "shapes/shape.go#Sq <- inheritance",
    "mocks/mock.go#MockShape <- inheritance",
  ]);
  expect(await ask("implementations", "hidden")).toEqual([]);
  expect(await ask("implementations", "Named.Name")).toEqual([
    "shapes/shape.go#Base.Name <- inheritance",
    "shapes/shape.go#Sq.Name <- inheritance",
    "mocks/mock.go#MockShape.Name <- inheritance",
  ]);
  expect(await ask("callees", "Shape.Area")).toEqual([
    "shapes/shape.go#Circle.Area <- shapes/shape.go#Shape.Area",
    "shapes/shape.go#Sq.Area <- shapes/shape.go#Shape.Area",
    "mocks/mock.go#MockShape.Area <- shapes/shape.go#Shape.Area",
  ]);
});

it("Go: callers of a method include the calls through every interface that its type fulfils", async () => {
  const ask = await askAbout(GO);
  const total = "shapes/shape.go#Total <- shapes/shape.go#Shape.Area";
  expect(await ask("callers", "Sq.Area")).toEqual([total]);
  expect(await ask("callers", "MockShape.Area")).toEqual([total]);
  expect(await ask("callers", "NoScale.Area")).toEqual([]);
  expect(await ask("callers", "Base.Name")).toEqual(["shapes/shape.go#Label <- shapes/shape.go#Named.Name"]);
  expect(await ask("callers", "Other.Name")).toEqual([]);
});

it("Go: an embedded struct is a part, and never calls what the whole has in its place", async () => {
  const ask = await askAbout(`
//- a.go
package a
type Base struct{}
func (b Base) Step() {}
func (b Base) Run() { b.Step() }
type Outer struct { Base }
func (o Outer) Step() {}
`);
  expect(await ask("callers", "Outer.Step")).toEqual([]);
  expect(await ask("implementations", "Base.Step")).toEqual(["a.go#Outer.Step"]);
});

it("Go: an interface that embeds one of the standard library asks for its methods, too", async () => {
  const ask = await askAbout(`
//- a.go
package a
import ("io"; "example.com/else/where")
type Stream interface { io.Reader; Size() int }
type Far interface { where.Thing; Size() int }
type File struct{}
func (f *File) Read(p []byte) (int, error) { return 0, nil }
func (f *File) Size() int { return 0 }
type Sized struct{}
func (s Sized) Size() int { return 1 }
`);
  expect(await ask("implementations", "Stream")).toEqual(["a.go#File <- inheritance"]);
  // What the far package asks for is not known.
  expect(await ask("implementations", "Far")).toEqual([
    "a.go#File <- inheritance ?",
    "a.go#Sized <- inheritance ?",
  ]);
});

it("Python: a class that has the methods of a protocol may be meant by it", async () => {
  const ask = await askAbout(`
//- a.py
from typing import Protocol
class Closer(Protocol):
    def close_all(self, force) -> None: ...
class Pool:
    def close_all(self, force): pass
class Door:
    def close_all(self): pass
def stop(c: Closer): c.close_all(True)
`);
  expect(await ask("implementations", "Closer")).toEqual(["a.py#Pool <- inheritance ?"]);
  expect(await ask("callers", "Pool.close_all")).toEqual(["a.py#stop <- a.py#Closer.close_all ?"]);
  expect(await ask("callers", "Door.close_all")).toEqual([]);
});

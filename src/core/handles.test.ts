import { describe, expect, it } from "vitest";
import { type Handle, handleOf } from "./edges.ts";
import { nameEndsWith, parseHandle, parseSymbolQuery, pathOfHandle } from "./handles.ts";

describe("handles", () => {
  it.each([
    ["src/a.ts", "src/a.ts", null, 0],
    ["src/a.ts#Foo.bar", "src/a.ts", "Foo.bar", 0],
    ["src/a.ts#Foo.bar~2", "src/a.ts", "Foo.bar", 2],
    ["src/a.ts#Foo.#secret", "src/a.ts", "Foo.#secret", 0],
    ["notes/c#.md", "notes/c#.md", null, 0],
    ["notes/c#.md#Types", "notes/c#.md", "Types", 0],
    ["notes/a.b#.md", "notes/a.b#.md", null, 0],
    ["my#folder/a.ts#Foo", "my#folder/a.ts", "Foo", 0],
    ["c#/x.cs#Foo", "c#/x.cs", "Foo", 0],
    ["src/a.ts#../...X.a", "src/a.ts", "../...X.a", 0],
    ["src/a.d.ts#@scope/name.X~1", "src/a.d.ts", "@scope/name.X", 1],
    ["Vector.swift#Vector./", "Vector.swift", "Vector./", 0],
    ["tools/Makefile#build/all", "tools/Makefile", "build/all", 0],
    ["Makefile#all", "Makefile", "all", 0],
    ["a.rb#ok?", "a.rb", "ok?", 0],
  ])("%s is read back", (text, path, qualifiedName, overload) => {
    expect(parseHandle(text)).toEqual({ path, qualifiedName, overload });
    const again = qualifiedName === null ? handleOf(path) : handleOf(path, { qualifiedName, overload });
    expect(again).toBe(text);
    expect(pathOfHandle(text as Handle)).toBe(path);
  });

  it.each(["", "../a.ts#b", "/etc/passwd#x", "a//b#c"])("%j names nothing inside a root", (text) => {
    expect(parseHandle(text)).toBeNull();
  });
});

describe("symbol queries", () => {
  it.each([
    ["Foo.bar", { kind: "name", parts: ["Foo", "bar"], overload: 0 }],
    ["Foo#bar", { kind: "name", parts: ["Foo", "bar"], overload: 0 }],
    ["std::vec::push()", { kind: "name", parts: ["std", "vec", "push"], overload: 0 }],
    ["App\\Http\\Kernel", { kind: "name", parts: ["App", "Http", "Kernel"], overload: 0 }],
    ["Foo.bar~3", { kind: "name", parts: ["Foo", "bar"], overload: 3 }],
    ["./src/a.ts:12", { kind: "place", path: "src/a.ts", line: 12 }],
    ["src/a.ts:12:4", { kind: "place", path: "src/a.ts", line: 12 }],
    ["src/a.ts#x", { kind: "handle", handle: { path: "src/a.ts", qualifiedName: "x", overload: 0 } }],
  ])("%s", (text, expected) => {
    expect(parseSymbolQuery(text)).toEqual(expected);
  });

  it("an empty query asks for nothing", () => {
    expect(parseSymbolQuery("  ")).toBeNull();
    expect(parseSymbolQuery("::")).toBeNull();
  });

  it("matches the end of a qualified name, part by part", () => {
    expect(nameEndsWith("Foo.bar", "com.x", ["x", "Foo", "bar"])).toBe(true);
    expect(nameEndsWith("Foo.bar", undefined, ["oo", "bar"])).toBe(false);
    expect(nameEndsWith("bar", undefined, ["Foo", "bar"])).toBe(false);
  });
});

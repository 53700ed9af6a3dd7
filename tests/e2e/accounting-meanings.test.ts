/** What an occurrence of a name means where no link says it: no function at all, or what overrides or implements the symbol. */
import { describe, expect, test } from "vitest";
import { ask, method } from "./ask-trace.ts";

describe("a name that stands where no function can is not undecided", () => {
  test.each<[string, Record<string, string>, string, RegExp]>([
    [
      "a definition behind the name of its class (C++)",
      {
        "shop.h": "class Shop { public: void close(int a); };\n",
        "shop.cpp": '#include "shop.h"\nvoid Shop::close(int a) {}\n',
      },
      "Shop.close",
      /^proven: 0 callers of Shop\.close · rg -w close: 2 places, all read: 2 declarations/,
    ],
    [
      "a module (Rust)",
      {
        "src/lib.rs":
          "pub mod process;\npub trait Read { fn process(&self) -> u8; }\npub fn run() -> u8 { process::one() }\n",
        "src/process.rs": "pub fn one() -> u8 { 1 }\n",
        "src/other.rs": "use crate::process::one;\npub fn two() -> u8 { one() }\n",
      },
      "Read.process",
      /^proven: 0 callers of Read\.process · rg -w process: 4 places, all read: 1 declaration, 3 mean others/,
    ],
    [
      "the getter of a property (Kotlin)",
      {
        "Shop.kt":
          "class Shop { fun get(id: Long): Int = 1 }\nclass Till {\n  val size: Int\n    get() = 1\n  val open: Boolean\n    get() {\n      return true\n    }\n}\n",
      },
      "Shop.get",
      /^proven: 0 callers of Shop\.get · rg -w get: 3 places, all read: 1 declaration, 2 mean others/,
    ],
    [
      "a value in a condition (C#)",
      {
        "Shop.cs":
          "class Shop {\n  public bool Open(int id) { return true; }\n  void Run(dynamic a) { if (!a.Open) return; if (a.Open && a.x) return; }\n}\n",
      },
      "Shop.Open",
      /^proven: 0 callers of Shop\.Open · rg -w Open: 3 places, all read: 1 declaration, 2 mean others/,
    ],
    [
      "a member in a list of imports (Rust)",
      {
        "src/lib.rs": "pub trait Read { fn process(&self) -> u8; }\n",
        "src/other.rs": "use crate::{\n  shop::{\n    process,\n  },\n};\n",
      },
      "Read.process",
      /^proven: 0 callers of Read\.process · rg -w process: 2 places, all read: 1 declaration, 1 mean others/,
    ],
    [
      "a value that an attribute is given (Svelte)",
      {
        "shop.ts": "export class Shop { refresh() {} }\n",
        "Pane.svelte": "<script>\n  function refresh() {}\n</script>\n<button onclick={refresh}>x</button>\n",
      },
      "Shop.refresh",
      /^proven: 0 callers of Shop\.refresh · rg -w refresh: 3 places, all read: 1 declaration, 2 mean others/,
    ],
  ])("%s", async (_, files, symbol, says) => {
    const { head } = await ask(files, { symbol });
    expect(head).toMatch(says);
  });
});

test("of many undecided uses the likeliest are listed and the rest is counted, unless all are asked for", async () => {
  const uses = Array.from({ length: 40 }, (_, at) => `  a${at}.ignite();`).join("\n");
  const names = Array.from({ length: 40 }, (_, at) => `a${at}`).join(", ");
  const files = {
    "src/stove.ts": "export class Stove { ignite() {} }\n",
    "src/many.ts": `export function many(${names}) {\n${uses}\n}\n`,
  };
  const few = await method(files);
  expect(few.body).toMatch(/undecided, unlikely.*: 15 lines in 1 file \(15 one of several definitions\)/);
  expect(few.body).toContain("open is only what is undecided: rg -w ignite shows no other use");
  expect(few.data.undecided).toHaveLength(40);
  const all = await method(files, { undecided: true });
  expect(all.body).not.toContain("unlikely");
  expect(all.body).toContain("src/many.ts:14,15");
});

describe("uses of what overrides or implements a symbol are listed, not counted among others", () => {
  test.each<[string, Record<string, string>, string, string, string]>([
    [
      "Java, a call that the overriding class makes itself",
      {
        "Listener.java": "interface Listener { default void update(boolean local) {} }\n",
        "Manager.java":
          "class Manager implements Listener {\n  void run() {\n    update(true);\n  }\n  public void update(boolean local) {}\n}\n",
      },
      "Listener.update",
      "of overrides:\nManager.java:3 Manager.run",
      "overridden at:\nManager.java:5 Manager.update",
    ],
    [
      "Rust, a call by the name of the implementing type",
      {
        "src/lib.rs":
          "pub trait Read { fn read(path: &str) -> u8; }\npub struct Zip;\nimpl Read for Zip {\n    fn read(path: &str) -> u8 { 1 }\n}\npub fn open(path: &str) -> u8 {\n    Zip::read(path)\n}\n",
      },
      "src/lib.rs#Read.read",
      "of overrides:\nsrc/lib.rs:7 open",
      "overridden at:\nsrc/lib.rs:4 Zip.read",
    ],
    [
      "TypeScript, a call on a value of the class",
      {
        "base.ts": "export interface Store { put(): void }\n",
        "disk.ts":
          'import type { Store } from "./base";\nexport class Disk implements Store { put() {} }\nexport const save = (disk: Disk) => disk.put();\n',
      },
      "Store.put",
      "of overrides:\ndisk.ts:3 save",
      "overridden at:\ndisk.ts:2 Disk.put",
    ],
    [
      "Python, a call on self",
      {
        "shapes.py":
          "class Shape:\n    def area(self):\n        return 0\n\nclass Square(Shape):\n    def area(self):\n        return 1\n    def twice(self):\n        return self.area() * 2\n",
      },
      "Shape.area",
      "of overrides:\nshapes.py:9 Square.twice",
      "overridden at:\nshapes.py:6 Square.area",
    ],
    [
      "Go, a call on a type that has the methods of an interface",
      {
        "go.mod": "module example.com/a\n",
        "a.go":
          "package a\n\ntype Writer interface{ Write() }\n\ntype File struct{}\n\nfunc (f *File) Write() {}\n\nfunc Save(f *File) { f.Write() }\n",
      },
      "Writer.Write",
      "of overrides:\na.go:9 Save",
      "overridden at:\na.go:7 File.Write",
    ],
    [
      "C#, a call on the overriding class",
      {
        "A.cs":
          "public abstract class Shape { public abstract int Area(); }\npublic class Square : Shape {\n  public override int Area() => 1;\n  public int Twice() => Area() * 2;\n}\n",
      },
      "Shape.Area",
      "of overrides:\nA.cs:4 Square.Twice",
      "overridden at:\nA.cs:3 Square.Area",
    ],
  ])("%s", async (_, files, symbol, uses, declared) => {
    const { head, body } = await ask(files, { symbol });
    expect(head).toMatch(/^complete: 0 callers of \S+ \+ 1 of overrides \(/);
    expect(head).toMatch(/1 of overrides, 1 declaration, 1 override/);
    expect(body).toContain(uses);
    expect(body).toContain(declared);
  });
});

test("a test beside the code of Rust is one of the tests", async () => {
  const { head, body } = await ask(
    {
      "src/lib.rs":
        "pub fn total() -> u8 { 1 }\npub fn shown() -> u8 { total() }\n#[cfg(test)]\nmod tests {\n  use super::*;\n  #[test]\n  fn adds_up() { assert_eq!(total(), 1); }\n}\n",
    },
    { symbol: "total" },
  );
  expect(head).toMatch(/^complete: 2 callers of total .*1 in tests/);
  expect(body).toContain("tests, not listed: 1 site in 1 file");
  expect(body).not.toContain("adds_up");
});

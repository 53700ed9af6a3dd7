import { describe, expect, it } from "vitest";
import { parseToml } from "./toml-tree.ts";

const plain = (text: string) => JSON.parse(JSON.stringify(parseToml(text)));

describe("parseToml", () => {
  it("reads tables, dotted keys, lists, inline tables and lists of tables", () => {
    const text = `# head
name = "a" # tail
[package]
version.workspace = true
members = [
  "x/*", # one
  'y\\z',
]
[dependencies]
serde = { version = "1.0", features = ["derive"], optional = true }
[target.'cfg(unix)'.dependencies.libc]
version = "0.2"
[[bin]]
name = "one"
[[bin]]
name = "two"
`;
    expect(plain(text)).toEqual({
      name: "a",
      package: { version: { workspace: true }, members: ["x/*", "y\\z"] },
      dependencies: { serde: { version: "1.0", features: ["derive"], optional: true } },
      target: { "cfg(unix)": { dependencies: { libc: { version: "0.2" } } } },
      bin: [{ name: "one" }, { name: "two" }],
    });
  });

  it("reads long strings and escapes", () => {
    expect(plain('a = """\nx\ny"""\nb = "\\u0041\\n"\nc = \'\'\'z\'\'\'\n')).toEqual({
      a: "x\ny",
      b: "A\n",
      c: "z",
    });
  });

  it("leaves out a broken line and reads the next", () => {
    expect(plain('a = [1,\nb = "c"\n[x\n= 3\nd = "e"\n').d).toBeUndefined();
    expect(plain('= 1\na b c\nd = "e"\n')).toEqual({ d: "e" });
  });

  it("takes __proto__ for a key and ends with any depth of nesting", () => {
    expect(Object.getPrototypeOf(parseToml("[__proto__]\nx = 1\n"))).toBeNull();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(() => parseToml(`a = ${"[".repeat(100_000)}`)).not.toThrow();
    expect(() => parseToml(`a = ${"{b=".repeat(100_000)}`)).not.toThrow();
  });
});

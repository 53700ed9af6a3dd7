import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addTomlTable,
  definesTomlPath,
  findTomlTable,
  removeTomlTable,
  TomlNotExtensible,
} from "./edit-toml.ts";
import { readTomlStatements, TomlSyntaxError } from "./toml-statements.ts";

const PATH = ["mcp_servers", "clew"];
const VALUES = { command: "C:\\node.exe", args: ["cli.js", "mcp"] };
const TABLE = '[mcp_servers.clew]\ncommand = "C:\\\\node.exe"\nargs = ["cli.js", "mcp"]\n';

describe("adding a table", () => {
  const cases: [name: string, before: string, after: string][] = [
    ["fills an empty file", "", TABLE],
    ["leaves an empty line before it", "a = 1\n", `a = 1\n\n${TABLE}`],
    ["ends a last line that had no end", "a = 1", `a = 1\n${TABLE}`],
    ["uses the file's line ends", "a = 1\r\n", `a = 1\r\n\r\n${TABLE.replaceAll("\n", "\r\n")}`],
  ];
  it.each(cases)("%s", (_, before, after) => {
    expect(addTomlTable(before, PATH, VALUES)).toBe(after);
    expect(removeTomlTable(after, PATH)).toBe(before);
  });

  it.each([
    'mcp_servers = { a = { command = "x" } }',
    'mcp_servers.clew = { command = "x" }',
    "[[mcp_servers]]\n",
  ])("refuses %j, which a table cannot join", (text) => {
    expect(() => addTomlTable(text, PATH, VALUES)).toThrow(TomlNotExtensible);
  });
});

describe("reading statements", () => {
  it("is not fooled by strings, lists and comments that look like tables", () => {
    const text =
      'a = """\n[mcp_servers.clew]\n"""\nb = [\n  "[x]", # [y]\n  1,\n]\n# [mcp_servers.clew]\n\'c d\'."e.f" = 1979-05-27 07:32:00Z\n[ t . "u v" ] # end\n';
    expect(readTomlStatements(text).map(({ kind, keys }) => [kind, keys])).toEqual([
      ["pair", ["a"]],
      ["pair", ["b"]],
      ["pair", ["c d", "e.f"]],
      ["table", ["t", "u v"]],
    ]);
    expect(definesTomlPath(text, PATH)).toBe(false);
  });

  it.each([
    "a",
    "a = ",
    "a = 1 2",
    "[a",
    "a = [1, 2",
    'a = "x',
    'a = """x',
    "= 1",
    "a = {b = 1",
    "a = 1\rb = 2",
    "a = [1 2]",
  ])("%j is refused", (text) => {
    expect(() => readTomlStatements(text)).toThrow(TomlSyntaxError);
  });

  it("finds the path in every way it can be written", () => {
    for (const text of [
      '[mcp_servers."clew"]\n',
      "[mcp_servers]\nclew.command = 'x'\n",
      "mcp_servers.clew.command = 'x'\n",
      "[mcp_servers.clew.env]\nA = '1'\n",
    ]) {
      expect(definesTomlPath(text, PATH)).toBe(true);
    }
  });
});

describe("removing the table", () => {
  const line = fc.constantFrom(
    "# note",
    "",
    "a = 1 # one",
    "[t.u]",
    "[[list]]",
    'b = """',
    "c = [",
    "k = '[mcp_servers.clew]'",
    "[mcp_servers.other]",
    "  x.y = 2",
  );
  const closing: Record<string, string[]> = {
    'b = """': ["[mcp_servers.clew]", 'z"""'],
    "c = [": ["  1, # c", "]"],
  };
  const files = fc
    .record({
      lines: fc.array(line, { maxLength: 8 }),
      newline: fc.constantFrom("\n", "\r\n"),
      hasEnd: fc.boolean(),
    })
    .map(({ lines, newline, hasEnd }) => {
      const text = lines.flatMap((one) => [one, ...(closing[one] ?? [])]).join(newline);
      return hasEnd ? text + newline : text;
    });

  it("gives back every byte of any file", () => {
    fc.assert(
      fc.property(files, (before) => {
        const text = addTomlTable(before, PATH, VALUES);
        expect(findTomlTable(text, PATH)?.replaceAll("\r\n", "\n")).toBe(TABLE);
        expect(removeTomlTable(text, PATH)).toBe(before);
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps what was written after it, and takes the tables below it along", () => {
    const edited = `${addTomlTable("a = 1\n", PATH, VALUES)}\n[mcp_servers.clew.env]\nX = "1"\n\n# mine\n[mine]\nb = 2\n`;
    expect(removeTomlTable(edited, PATH)).toBe("a = 1\n\n# mine\n[mine]\nb = 2\n");
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonSyntaxError, parseJsonc } from "../core/jsonc-tree.ts";
import { addJsonEntry, findJsonEntry, NotAnObject, removeJsonEntry, replaceJsonEntry } from "./edit-json.ts";

const VALUE = { type: "stdio", command: "/usr/bin/node", args: ["/opt/clew/cli.js", "mcp"] };
const PARENTS = ["mcpServers"];

describe("adding an entry", () => {
  const cases: [name: string, before: string, after: string][] = [
    [
      "makes the document",
      "",
      '{\n  "mcpServers": {\n    "clew": {\n      "command": "c",\n      "args": ["mcp"]\n    }\n  }\n}\n',
    ],
    [
      "makes the object, in the file's own indentation and line ends",
      '{\r\n\t"a": 1 // one\r\n}\r\n',
      '{\r\n\t"a": 1, // one\r\n\t"mcpServers": {\r\n\t\t"clew": {\r\n\t\t\t"command": "c",\r\n\t\t\t"args": ["mcp"]\r\n\t\t}\r\n\t}\r\n}\r\n',
    ],
    [
      "goes after the last server and keeps a trailing comma",
      '{\n  "mcpServers": {\n    "x": {},\n  },\n}',
      '{\n  "mcpServers": {\n    "x": {},\n    "clew": {\n      "command": "c",\n      "args": ["mcp"]\n    },\n  },\n}',
    ],
    [
      "stays on the line of a file that is one line",
      '{"mcpServers":{"x":{}}}',
      '{"mcpServers":{"x":{}, "clew": {"command":"c","args":["mcp"]}}}',
    ],
    [
      "opens an empty object",
      '{\n  "mcpServers": {}\n}',
      '{\n  "mcpServers": {\n    "clew": {\n      "command": "c",\n      "args": ["mcp"]\n    }\n  }\n}',
    ],
  ];
  it.each(cases)("%s", (_, before, after) => {
    expect(addJsonEntry(before, PARENTS, "clew", { command: "c", args: ["mcp"] }).text).toBe(after);
  });

  it("refuses a parent that is not an object", () => {
    expect(() => addJsonEntry('{"mcpServers": []}', PARENTS, "clew", VALUE)).toThrow(NotAnObject);
    expect(() => addJsonEntry("[]", PARENTS, "clew", VALUE)).toThrow(NotAnObject);
  });
});

describe("replacing an entry", () => {
  it("changes the value and nothing else", () => {
    const { text } = addJsonEntry('{ // top\n  "b": 2\n}', PARENTS, "clew", VALUE);
    const replaced = replaceJsonEntry(text, PARENTS, "clew", { command: "other" });
    expect(replaced).toBe(
      '{ // top\n  "b": 2,\n  "mcpServers": {\n    "clew": {\n      "command": "other"\n    }\n  }\n}',
    );
  });
});

describe("a text that is not JSON with comments", () => {
  const broken = [
    '{"a": 1',
    '{"a" 1}',
    "{'a': 1}",
    '{"a": 1} x',
    '{"a": 1 "b": 2}',
    "{,}",
    '{"a": 01}',
    '{"a": "\n"}',
    "/* {",
    '{"a": nul}',
    "[1,,2]",
    '{"a": "\\x"}',
  ];
  it.each(broken)("%j is refused with a line", (text) => {
    expect(() => parseJsonc(text)).toThrow(JsonSyntaxError);
  });

  it("has the line of the fault", () => {
    try {
      parseJsonc('{\n  "a": 1\n  "b": 2\n}');
      expect.unreachable();
    } catch (error) {
      expect((error as JsonSyntaxError).line).toBe(3);
    }
  });
});

/** Spaces and comments as people and tools write them; line comments end with their line. */
const newlines = fc.constantFrom("\n", "\r\n");
const trivia = (newline: string) =>
  fc
    .array(
      fc.constantFrom(
        "",
        " ",
        "  ",
        "\t",
        newline,
        `${newline}  `,
        `${newline}${newline}\t`,
        "/* c } , */",
        `// note " { ,${newline}`,
        `/* a${newline} b */`,
      ),
      {
        maxLength: 3,
      },
    )
    .map((parts) => parts.join(""));

function document(newline: string): fc.Arbitrary<string> {
  const gap = trivia(newline);
  const scalar = fc.oneof(
    fc.string({ maxLength: 6 }).map((text) => JSON.stringify(text)),
    fc.integer().map(String),
    fc.constantFrom("true", "null", "-0.5e3", "[]", "[1, /* x */ 2,]", '{"mcpServers": {"clew": {}}}'),
  );
  const object = (value: fc.Arbitrary<string>, key: fc.Arbitrary<string>) =>
    fc
      .record({
        pairs: fc.array(fc.tuple(gap, key, gap, gap, value, gap), { maxLength: 4 }),
        isTrailing: fc.boolean(),
        inside: gap,
      })
      .map(({ pairs, isTrailing, inside }) => {
        const written = pairs.map(([a, k, b, c, v, d]) => `${a}${JSON.stringify(k)}${b}:${c}${v}${d}`);
        return `{${written.join(",")}${isTrailing && pairs.length > 0 ? "," : ""}${inside}}`;
      });
  const keys = fc.constantFrom("a", "b", "théme", 'q"x', "servers");
  const servers = object(object(scalar, keys), keys);
  const withServers = fc
    .tuple(
      gap,
      fc.array(fc.tuple(keys, scalar), { maxLength: 2 }),
      gap,
      servers,
      gap,
      fc.array(fc.tuple(keys, scalar), { maxLength: 2 }),
      gap,
    )
    .map(([a, before, b, inner, c, after, d]) => {
      const pair = ([key, value]: [string, string]) => `${a}${JSON.stringify(key)}: ${value}`;
      return `${b}{${[...before.map(pair), `${a}"mcpServers":${b}${inner}${c}`, ...after.map(pair)].join(",")}${d}}${b}`;
    });
  const withoutServers = fc.tuple(gap, object(scalar, keys), gap).map(([a, inner, b]) => a + inner + b);
  return fc.oneof(withServers, withoutServers, gap);
}

const documents = newlines.chain(document);

describe("removing what was added", () => {
  it("gives back every byte of any file", () => {
    fc.assert(
      fc.property(documents, (before) => {
        const { text, traces } = addJsonEntry(before, PARENTS, "clew", VALUE);
        const added = findJsonEntry(text, PARENTS, "clew")!;
        expect(added.value.value).toEqual(VALUE);
        expect(withoutEntry(parseJsonc(text)!.value)).toEqual(withoutEntry(parseJsonc(before)?.value ?? {}));
        expect(removeJsonEntry(text, PARENTS, "clew", traces)).toBe(before);
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps what was written in between", () => {
    fc.assert(
      fc.property(documents, fc.boolean(), (before, isServer) => {
        const { text, traces } = addJsonEntry(before, PARENTS, "clew", VALUE);
        const edited = addJsonEntry(`// mine\n${text}`, isServer ? PARENTS : [], "mine", { args: [1] }).text;
        const left = removeJsonEntry(edited, PARENTS, "clew", traces);
        const wanted = parseJsonc(edited)!.value as Record<string, Record<string, unknown>>;
        const found = parseJsonc(left)!.value as Record<string, Record<string, unknown>>;
        expect(left.startsWith("// mine\n")).toBe(true);
        expect(withoutEntry(found)).toEqual(withoutEntry(wanted));
        expect(found.mcpServers?.clew).toBeUndefined();
        expect(isServer ? found.mcpServers?.mine : found.mine).toEqual({ args: [1] });
      }),
      { numRuns: 500 },
    );
  });

  it("works without traces, leaving an empty object", () => {
    const { text } = addJsonEntry('{"a": 1}', PARENTS, "clew", VALUE);
    expect(removeJsonEntry(text, PARENTS, "clew", null)).toBe('{"a": 1, "mcpServers": {}}');
  });

  it("does not let a line comment swallow what follows", () => {
    const text = '{"mcpServers": { // theirs\n "clew": {}, "other": {} }}';
    expect(parseJsonc(removeJsonEntry(text, PARENTS, "clew", null))!.value).toEqual({
      mcpServers: { other: {} },
    });
  });
});

/** The document without the entry and without the object made for it. */
function withoutEntry(value: unknown): unknown {
  const { mcpServers, ...rest } = value as Record<string, unknown>;
  const { clew, ...others } = (mcpServers ?? {}) as Record<string, unknown>;
  return { ...rest, mcpServers: others };
}

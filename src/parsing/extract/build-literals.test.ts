// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the programs that are read
import { describe, expect, it } from "vitest";
import type { BlobFacts } from "../../core/facts.ts";
import { languageById } from "../../languages/detect.ts";
import { extractBlob } from "./extract-blob.ts";

async function factsOf(source: string, language = "typescript"): Promise<BlobFacts> {
  const definition = languageById(language)!;
  return (await extractBlob({ language: definition, source, bytes: source.length, parseMs: 20_000 })).facts;
}

async function textsOf(source: string): Promise<string[]> {
  return (await factsOf(source)).calls.flatMap((call) => call.arguments.map(({ text }) => text));
}

/** Not the real thing, but of its shape; in two parts, so that no scanner of this tree finds it. */
const KEY = ["AKIA", "QWERTYUIOPASDFGH"] as const;

describe("literals that are kept", () => {
  it("a secret is not, whole or put together of parts or written with escapes", async () => {
    expect(await textsOf(`connect("eu", "${KEY.join("")}")`)).toEqual(["eu"]);
    expect(await textsOf(`connect("eu", "${KEY[0]}" + "${KEY[1]}")`)).toEqual(["eu"]);
    expect(await textsOf(`connect("eu", "\\x41KIA${KEY[1]}")`)).toEqual(["eu"]);
    expect(await textsOf(`connect("${KEY.join("")}")`)).toEqual([]);
  });

  it("what was blanked before is not", async () => {
    expect(await textsOf('connect("eu", "postgres://me:*********@host/db", "src/**/*.ts")')).toEqual([
      "eu",
      "src/**/*.ts",
    ]);
  });

  it("a long one is cut, and says so", async () => {
    const [text] = await textsOf(`log("${"a".repeat(500)}", id)`);
    expect(text).toBe(`${"a".repeat(199)}…`);
  });

  it("a file with very many says that there are more", async () => {
    const many = await factsOf(`${'row("a", "b");\n'.repeat(1_500)}`);
    expect(many.hasAllLiterals).toBe(false);
    expect(many.calls.length).toBe(1_000);
    expect((await factsOf('row("a", "b")')).hasAllLiterals).toBe(true);
  });

  it("a file that could not be parsed does not claim to have none", async () => {
    const unparsed = { source: 'get("/a")', bytes: 9, fallbackOnly: true };
    const read = (id: string) => extractBlob({ ...unparsed, language: languageById(id)! });
    expect((await read("typescript")).facts.hasAllLiterals).toBe(false);
    expect((await read("markdown")).facts.hasAllLiterals).toBe(true);
  });
});

describe("a call with unusual arguments", () => {
  it.each([
    ["a function in front hides nothing short", 'on(() => { a("b"); }, "x")', ["x", "b"]],
    ["a string that does not end", 'on("a, b)', []],
    ["a bracket that does not close", 'on("a", [b)', ["a"]],
    ["a comment in between", 'on("a", // "b"\n  "c")', ["a", "c"]],
    ["markup with an apostrophe", "on(<p>don't</p>, 'x')", []],
    ["a method of a literal", '"a b".split(" ")', [" "]],
    ["a literal with something behind it", 'on("a".trim(), "b" as Kind, "c")', ["c"]],
    ["a ternary", 'on(x ? "a" : "b", "c")', ["c"]],
  ])("%s", async (_, source, expected) => {
    expect(await textsOf(source)).toEqual(expected);
  });
});

describe("a call that is kept for its name", () => {
  it.each([
    ["a router put somewhere", "app.use(users)", "typescript", ["users"], []],
    ["with what makes it", "app.merge(users::router())", "rust", ["users::router()"], []],
    ["a method of a route", "fn f() { get(show); }", "rust", ["show"], []],
    ["a router of another module", "app.include_router(items.router)", "python", ["items.router"], []],
    ["types alone", "services.AddScoped<IStore, Sql<A, B>>();", "csharp", [], ["IStore", "Sql<A, B>"]],
    ["a common name of a method is not kept", "map.get(key)", "typescript", null, null],
    ["nor is one without anything given", "app.use()", "typescript", null, null],
    ["nor an expectation", "expect(x).to eq(y)", "ruby", null, null],
  ])("%s", async (_, source, language, names, types) => {
    const [call] = (await factsOf(source, language)).calls;
    expect(call?.arguments.flatMap(({ holes }) => holes.map(({ text }) => text)) ?? null).toEqual(names);
    expect(call?.typeArguments ?? null).toEqual(types);
  });
});

describe("a string that a name is initialised with", () => {
  it.each([
    ["a constant", 'export const BASE = "/api/v1";', "typescript", "/api/v1"],
    ["with a type", 'const BASE: string = "/api/v1";', "typescript", "/api/v1"],
    ["in Python", 'BASE = "/api/v1"', "python", "/api/v1"],
    ["in Go", 'package a\nconst Base = "/api/v1"', "go", "/api/v1"],
    ["a secret", `const KEY = "${KEY.join("")}";`, "typescript", undefined],
    ["put together", 'const BASE = "/api" + version;', "typescript", undefined],
    ["with a hole", "const BASE = `/api/${version}`;", "typescript", undefined],
  ])("%s", async (_, source, language, text) => {
    expect((await factsOf(source, language)).symbols[0]!.literal).toBe(text);
  });
});

describe("where the block ends that a call is given", () => {
  it.each([
    [
      "do and end",
      'namespace :api do\n  resources :cats do\n    get "x"\n  end\nend\nget "y"',
      "ruby",
      "end",
    ],
    ["braces in Ruby", 'namespace(:api) { get "x" }\nget "y"', "ruby", "}"],
    ["a lambda of Kotlin", 'fun f() {\n  route("/a") {\n    get("/b") {}\n  }\n}', "kotlin", "}"],
    [
      "a function of Go",
      'func f() {\n  r.Route("/a", func(r chi.Router) {\n    r.Get("/b", x)\n  })\n}',
      "go",
      "})",
    ],
    [
      "one of PHP",
      "<?php Route::prefix('a')->group(function () {\n  Route::get('/b)', 'x');\n});",
      "php",
      "})",
    ],
    ["none", 'r.Group("/a")', "go", ""],
  ])("%s", async (_, source, language, end) => {
    const call = (await factsOf(source, language)).calls.find(({ blockEnd }) => blockEnd > 0);
    expect(call ? source.slice(call.blockEnd - end.length, call.blockEnd) : "").toBe(end);
    const inner = source.indexOf("/b");
    if (call && inner > 0) expect(call.blockEnd).toBeGreaterThan(inner);
    if (call)
      expect(call.blockEnd).toBeLessThanOrEqual(
        source.indexOf("y") > 0 ? source.indexOf('\nget "y"') : source.length,
      );
  });
});

describe("the name that is given what a call returns", () => {
  it.each([
    ["Go", 'func f() {\n  api := r.Group("/a")\n}', "go", "api"],
    ["a constant", 'const api = axios.create("/a");', "typescript", "api"],
    ["awaited, with a type", 'const api: Api = await make("/a");', "typescript", "api"],
    ["a property", 'class A { f() { this.api = make("/a"); } }', "typescript", "api"],
    ["Rust", 'fn f() { let mut api = scope("/a"); }', "rust", "api"],
    ["compared, not given", 'if (api == make("/a")) {}', "typescript", undefined],
    ["an argument", 'use(make("/a"))', "typescript", undefined],
  ])("%s", async (_, source, language, target) => {
    const { calls } = await factsOf(source, language);
    expect(calls.find(({ arguments: given }) => given.some(({ text }) => text === "/a"))?.target).toBe(
      target,
    );
  });
});

describe("what frameworks need beside literals", () => {
  const given = async (source: string, language = "typescript") =>
    (await factsOf(source, language)).calls.flatMap((call) =>
      call.arguments.map(({ name, key, text, holes }) =>
        [name ?? key ?? "", text, holes[0]?.text ?? ""].join("|"),
      ),
    );

  it("an option that is switched on, and no other value", async () => {
    expect(await given('resources :books, shallow: true, path: "b", deep: false\n', "ruby")).toEqual([
      "|books|",
      "shallow||true",
      "path|b|",
    ]);
  });

  it("the class that is made in a call that is kept for its name", async () => {
    expect(await given("bus.dispatch(new SendMail(user))")).toEqual(["||SendMail()"]);
  });

  it("a call that text is joined to; one that is not joined is no text", async () => {
    expect(await given('get(config.get("url") + "message")')).toEqual(["|message|config.get()", "|url|"]);
  });

  it("a directive speaks of its function or of the file", async () => {
    const { annotations } = await factsOf('"use server";\nexport function a() {\n  "use server";\n}\n');
    expect(annotations.map(({ name, symbol }) => [name, symbol])).toEqual([
      ["use server", -1],
      ["use server", 0],
    ]);
  });
});

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bundleScript } from "../testing/bundle-script.ts";

let loader: string;
let folder: string;

beforeAll(async () => {
  loader = await bundleScript(new URL("./cached-bundle.ts", import.meta.url));
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-bundle-"));
  write("main.js", 'const { sep } = require("node:path"); exports.said = require("./part.js").say() + sep;');
  write("part.js", 'exports.say = () => "one";');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

/** In a process of its own, because V8 remembers what a process has compiled. */
function load(step: "save" | "check", flags: string[] = []): { said: string; complaint?: string } {
  const script = `
    import { CachedBundle } from ${JSON.stringify(loader)};
    const bundle = new CachedBundle(${JSON.stringify(folder)});
    const { said } = bundle.load("main.js");
    let complaint;
    try { bundle.finish("${step}"); } catch (error) { complaint = error.message; }
    console.log(JSON.stringify({ said, complaint }));`;
  const ran = spawnSync(process.execPath, [...flags, "--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  return JSON.parse(ran.stdout || JSON.stringify({ said: ran.stderr }));
}

function overwriteCaches(content: string): void {
  for (const tag of readdirSync(join(folder, "code")))
    for (const name of readdirSync(join(folder, "code", tag)))
      writeFileSync(join(folder, "code", tag, name), content);
}

describe("a bundle", () => {
  it("is loaded without a cache", () => {
    expect(load("check")).toEqual({ said: "one/", complaint: "compiled anew: main.js, part.js" });
  });

  it("is loaded from the cache that was saved", () => {
    load("save");
    expect(load("check")).toEqual({ said: "one/" });
  });

  it("is compiled where a file was changed to another of the same length", () => {
    load("save");
    write("part.js", 'exports.say = () => "two";');
    utimesSync(join(folder, "part.js"), new Date(), new Date(Date.now() + 5_000));
    expect(load("check")).toEqual({ said: "two/", complaint: "compiled anew: part.js" });
  });

  it.each([
    ["empty", ""],
    ["of something else", "x".repeat(4_000)],
  ])("is compiled where a cache is %s", (_, content) => {
    load("save");
    overwriteCaches(content);
    expect(load("check")).toEqual({ said: "one/", complaint: "compiled anew: main.js, part.js" });
  });

  it("is compiled by a V8 with other flags", () => {
    load("save");
    expect(load("check", ["--no-lazy"])).toMatchObject({
      said: "one/",
      complaint: expect.stringContaining("main.js"),
    });
  });

  it("runs each file once", () => {
    write("main.js", 'exports.said = require("./part.js") === require("./part.js");');
    expect(load("save")).toEqual({ said: true });
  });
});

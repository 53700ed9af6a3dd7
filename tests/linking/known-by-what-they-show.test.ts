/** A file that is known by what it shows, and read when an answer needs it, answers as one that was read at once. */
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { handleOfEntity } from "../../src/linking/entities.ts";
import { LinkEnvironment, ManyUnread } from "../../src/linking/environment.ts";
import { linkFile } from "../../src/linking/link-file.ts";
import { Questions } from "../../src/linking/questions.ts";
import { shownKeys, simpleTypeName } from "../../src/linking/questions-keys.ts";
import { surfaceOf } from "../../src/linking/surface.ts";
import { environmentOf, extractFacts, factsOf, readFixture } from "./read-fixture.ts";

const FIXTURES = readdirSync(new URL("./fixtures", import.meta.url)).map((file) => file.replace(".txt", ""));

it.each(FIXTURES)("%s: each file links the same when nothing else is read yet", async (name) => {
  const { files } = readFixture(name);
  const facts = await factsOf(files);
  const whole = environmentOf(files, facts);
  const links = new Map([...facts].map(([path, blob]) => [path, linkFile({ path, facts: blob }, whole)]));
  for (const [path, blob] of facts) {
    const others = new Map([...links].filter(([other]) => other !== path));
    expect(linkFile({ path, facts: blob }, environmentOf(files, facts, others))).toEqual(links.get(path));
  }
});

it.each(FIXTURES)("%s: each out-of-class member is found first thing", async (name) => {
  const { files } = readFixture(name);
  const facts = await factsOf(files);
  const whole = environmentOf(files, facts);
  const links = new Map([...facts].map(([path, blob]) => [path, linkFile({ path, facts: blob }, whole)]));
  for (const { family, entities } of whole.files.values()) {
    for (const { symbol } of entities) {
      if (symbol.receiverType === undefined) continue;
      const ask = (environment: LinkEnvironment) =>
        new Questions(environment)
          .receiverMembers(family.id, simpleTypeName(symbol.receiverType!), symbol.name)
          .map(handleOfEntity);
      expect(ask(whole)).not.toEqual([]);
      expect(ask(environmentOf(files, facts, links))).toEqual(ask(whole));
    }
  }
});

/** So many files with one class each. */
async function manyFiles(count: number) {
  const facts = (await extractFacts("a.ts", "export class A { common() {} }"))!;
  const read: string[] = [];
  const paths = Array.from({ length: count }, (_, at) => `src/${at}.ts`).sort();
  const files = paths.map((path) => {
    const surface = surfaceOf(path, facts);
    const readSurface = () => {
      read.push(path);
      return surface;
    };
    return { path, language: "typescript", shown: Uint32Array.from(shownKeys(surface)), readSurface };
  });
  return { paths, read, files };
}

it("says so instead of reading hundreds of files for one answer", async () => {
  const { paths, read, files } = await manyFiles(300);
  const environment = new LinkEnvironment(files, new Map());
  const ask = () => new Questions(environment).exporters("js", "A");
  let thrown: unknown;
  try {
    ask();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ManyUnread);
  expect(read).toEqual([]);
  for (const file of (thrown as ManyUnread).files) file.surface;
  expect(ask().map(({ path }) => path)).toEqual(paths);
});

it("a name that many share is read up to where it is too many, whatever was read before", async () => {
  const { paths, read, files } = await manyFiles(300);
  const environment = new LinkEnvironment(files, new Map());
  for (const at of [5, 7, 299]) new Questions(environment).symbols(environment.files.get(paths[at]!)!, "A");
  const named = (most: number) =>
    new Questions(environment).named("js", "common", most).map(({ file }) => file.path);
  expect(named(20)).toEqual(paths.slice(0, 20));
  expect(read.length).toBe(21);
  expect(named(400)).toEqual(paths);
});

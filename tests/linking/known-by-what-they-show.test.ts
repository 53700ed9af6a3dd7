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
          .receiverMembers(family, simpleTypeName(symbol.receiverType!), symbol.name)
          .map(handleOfEntity);
      expect(ask(whole)).not.toEqual([]);
      expect(ask(environmentOf(files, facts, links))).toEqual(ask(whole));
    }
  }
});

it("says so instead of reading hundreds of files for one answer", async () => {
  const facts = (await extractFacts("a.ts", "export class A { common() {} }"))!;
  let reads = 0;
  const paths = Array.from({ length: 300 }, (_, at) => `src/${at}.ts`);
  const environment = new LinkEnvironment(
    paths.map((path) => {
      const surface = surfaceOf(path, facts);
      const readSurface = () => {
        reads += 1;
        return surface;
      };
      return { path, language: "typescript", shown: Uint32Array.from(shownKeys(surface)), readSurface };
    }),
    new Map(),
  );
  const ask = () => new Questions(environment).named("js", "common");
  let thrown: unknown;
  try {
    ask();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ManyUnread);
  expect(reads).toBe(0);
  for (const file of (thrown as ManyUnread).files) file.surface;
  expect(ask().map(({ file }) => file.path)).toEqual([...paths].sort());
});

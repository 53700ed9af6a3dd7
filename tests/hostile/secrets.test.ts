/** T12: what a worker makes of a file with keys in it holds none of them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RelPath } from "../../src/core/rel-path.ts";
import { readJob } from "../../src/parsing/read-job.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";

let temp: TempFolder;
beforeAll(() => {
  temp = new TempFolder("clew-secrets");
});
afterAll(() => temp.remove());

/** Assembled at run time, so that no scanner takes this file for a leak. */
const TOKEN = `ghp_${"aB3dE5fG7hJ9kLmN2pQrS4tUvW6xYz8Q1R2s"}`;
const KEY_LINE = "MIIEowIBAAKCAQEAx95Opa6t4lGEpiTUogEB";
const SOURCE = `/** Uses ${TOKEN} to call the service. */
export const TOKEN = "${TOKEN}";
const key = \`-----BEGIN RSA ${"PRIVATE"} KEY-----
${KEY_LINE}
-----END RSA ${"PRIVATE"} KEY-----\`;
export function callService(url = "https://robot:${"hunter2hunter"}@example.org/") { return key + url; }
`;

async function everythingOf(path: string, text: string): Promise<string> {
  temp.write({ [path]: text });
  const outcome = await readJob(
    { path: path as RelPath, language: null },
    { root: temp.path, hashAlgorithm: "sha1" },
    false,
  );
  if (outcome.kind !== "facts" || !("extracted" in outcome))
    throw new Error(JSON.stringify(outcome, (_, v) => (typeof v === "bigint" ? `${v}` : v)));
  return `${JSON.stringify(outcome.extracted.facts)} ${outcome.extracted.terms.dictionary.join(" ")}`;
}

it.each(["a.ts", "notes.unknown"])("facts and terms of %s hold no key, and all the rest", async (path) => {
  const everything = (await everythingOf(path, SOURCE)).toLowerCase();
  for (const secret of [TOKEN, TOKEN.slice(4), KEY_LINE, "hunter2hunter"]) {
    expect(everything).not.toContain(secret.toLowerCase());
  }
  expect(everything).toContain("callservice");
  expect(everything).toContain("exampl");
});

it("negative control: an ordinary word in the same places is kept", async () => {
  const harmless = SOURCE.replaceAll(TOKEN, "ordinaryword");
  expect(await everythingOf("b.ts", harmless)).toContain("ordinaryword");
});

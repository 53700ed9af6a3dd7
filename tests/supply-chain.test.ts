/** T18: what is installed and shipped is named and pinned by hash, and comes from nowhere in particular. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { createSbom } from "../scripts/sbom.mjs";

interface LockedPackage {
  /** Of the package, when it is installed under another one. */
  name?: string;
  version: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}
type Packages = Record<string, LockedPackage>;

const root = fileURLToPath(new URL("..", import.meta.url));
const lock = JSON.parse(readFileSync(`${root}/package-lock.json`, "utf8")) as { packages: Packages };

/**
 * Builds of two development tools for other platforms: the lock file was written where they are not installed, and has no
 * hash for them. Nothing of them is shipped; npm checks them against the signature of its registry.
 */
const WITHOUT_HASH = [
  /^node_modules\/@biomejs\/cli-(?:android|darwin|linux|win32)-/,
  /^node_modules\/(?:vite\/node_modules\/rolldown\/node_modules\/)?@rolldown\/binding-[a-z\d-]+$/,
];
/** The native SQLite binding is built or fetched when installed; the other one is a tool of a development tool. */
const WITH_INSTALL_SCRIPT = ["node_modules/better-sqlite3", "node_modules/protobufjs"];

function problemsOf(packages: Packages): string[] {
  const problems: string[] = [];
  for (const [path, found] of Object.entries(packages)) {
    if (path === "") continue;
    const isException =
      found.dev === true && found.optional === true && WITHOUT_HASH.some((name) => name.test(path));
    if (found.integrity === undefined && !isException) problems.push(`${path} has no hash`);
    if (found.integrity !== undefined && !/^sha512-[\w+/]{86}==$/.test(found.integrity))
      problems.push(`${path} has a weak hash`);
    if (found.resolved !== undefined) problems.push(`${path} names where it was fetched`);
    if (found.hasInstallScript && !WITH_INSTALL_SCRIPT.includes(path)) problems.push(`${path} runs a script`);
  }
  return problems;
}

describe("the lock file", () => {
  test("pins every package by a strong hash, names no registry, and lets two packages run a script", () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
    expect(problemsOf(lock.packages)).toEqual([]);
  });

  test.each([
    ["a hash that is gone", { integrity: undefined }, "zod has no hash"],
    ["a weak hash", { integrity: "sha1-abc=" }, "zod has a weak hash"],
    ["an address", { resolved: "https://registry.example/zod.tgz" }, "zod names where it was fetched"],
    ["a script", { hasInstallScript: true }, "zod runs a script"],
  ])("negative control: %s is noticed", (_, change, problem) => {
    const changed = { ...lock.packages["node_modules/zod"]!, ...change } as LockedPackage;
    expect(problemsOf({ ...lock.packages, "node_modules/zod": changed })).toEqual([
      `node_modules/${problem}`,
    ]);
  });

  test("an exception holds for development alone", () => {
    const path = "node_modules/@biomejs/cli-darwin-x64";
    const shipped = { ...lock.packages[path]!, dev: false };
    expect(problemsOf({ ...lock.packages, [path]: shipped })).toEqual([`${path} has no hash`]);
  });
});

describe("the software bill of materials", () => {
  const sbom = createSbom();

  test("lists every package that is shipped, with version and hash, and the model's weights", () => {
    const { name, version } = JSON.parse(readFileSync(`${root}/package.json`, "utf8")) as LockedPackage;
    expect(sbom.metadata.component).toMatchObject({ name, version });
    const listed = new Set(sbom.components.map((one) => one["bom-ref"]));
    for (const [path, found] of Object.entries(lock.packages)) {
      if (path === "" || found.dev) continue;
      const own = found.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      expect(listed).toContain(`${own}@${found.version}`);
    }
    expect(listed).toContain("clew:model/embedding/clew-embedding.bin");
    expect(sbom.components.filter((one) => !one.hashes?.length)).toEqual([]);
    expect(listed).not.toContain(`vitest@${lock.packages["node_modules/vitest"]!.version}`);
  });

  test("is the same for the same lock file and names no host but that of its schema", () => {
    const text = JSON.stringify(sbom);
    expect(JSON.stringify(createSbom())).toBe(text);
    expect([...new Set(text.match(/https?:\/\/[^/"]+/g) ?? [])]).toEqual(["http://cyclonedx.org"]);
  });
});

test("no registry is named in a committed file that npm reads or writes", () => {
  const files = execFileSync("git", ["ls-files", "*package.json", "*package-lock.json", "*.npmrc"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of files.trim().split("\n"))
    expect(readFileSync(`${root}/${file}`, "utf8")).not.toMatch(/registry\.|registry=|\.tgz"/);
});

/** Locks that are lists of tables with `name` and `version`: Cargo, Poetry, uv, PDM, Composer. */
import { isTable, parseToml, tomlString } from "../../core/toml-tree.ts";
import { asObject } from "../../languages/modules/json-values.ts";
import { parseJsonWithComments } from "../../languages/modules/json-with-comments.ts";
import type { LockEcosystem, LockFormat } from "./contract.ts";

function ofToml(text: string): ReturnType<LockFormat["read"]> {
  const { package: packages } = parseToml(text);
  return (Array.isArray(packages) ? packages : []).flatMap((one) => {
    if (!isTable(one)) return [];
    const [name, version] = [tomlString(one.name), tomlString(one.version)];
    return name && version ? [{ name, version }] : [];
  });
}

function ofComposer(text: string): ReturnType<LockFormat["read"]> {
  const lock = asObject(parseJsonWithComments(text));
  const all = [lock.packages, lock["packages-dev"]].flatMap((list) => (Array.isArray(list) ? list : []));
  return all.flatMap((one) => {
    const { name, version } = asObject(one);
    return typeof name === "string" && typeof version === "string"
      ? [{ name, version: version.replace(/^v(?=\d)/, "") }]
      : [];
  });
}

/** `"default": { "flask": { "version": "==2.2.2" } }`. */
function ofPipfile(text: string): ReturnType<LockFormat["read"]> {
  const lock = asObject(parseJsonWithComments(text));
  const all = [lock.default, lock.develop].flatMap((group) => Object.entries(asObject(group)));
  return all.flatMap(([name, value]) => {
    const { version } = asObject(value);
    return typeof version === "string" ? [{ name, version: version.replace(/^==/, "") }] : [];
  });
}

/** Every framework that the project is built for has its own table. */
function ofNuget(text: string): ReturnType<LockFormat["read"]> {
  const frameworks = Object.values(asObject(asObject(parseJsonWithComments(text)).dependencies));
  return frameworks.flatMap((packages) =>
    Object.entries(asObject(packages)).flatMap(([name, value]) => {
      const { resolved } = asObject(value);
      return typeof resolved === "string" ? [{ name, version: resolved }] : [];
    }),
  );
}

const TOML: readonly [ecosystem: LockEcosystem, basename: string][] = [
  ["cargo", "Cargo.lock"],
  ["python", "uv.lock"],
  ["python", "poetry.lock"],
  ["python", "pdm.lock"],
];

export const TABLE_LOCKS: readonly LockFormat[] = [
  ...TOML.map(([ecosystem, basename]): LockFormat => ({ ecosystem, basename, read: ofToml })),
  { ecosystem: "python", basename: "Pipfile.lock", read: ofPipfile },
  { ecosystem: "composer", basename: "composer.lock", read: ofComposer },
  { ecosystem: "dotnet", basename: "packages.lock.json", read: ofNuget },
];

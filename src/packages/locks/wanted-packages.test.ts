import { describe, expect, it } from "vitest";
import type { Package } from "../contract.ts";
import type { LockedPackage } from "./contract.ts";
import { type PlaceQuestion, sourcePlaces } from "./source-places.ts";
import { wantedPackages } from "./wanted-packages.ts";

const locked: LockedPackage[] = [
  { ecosystem: "npm", name: "express", version: "4.18.2" },
  { ecosystem: "npm", name: "@nestjs/core", version: "10.0.1" },
  { ecosystem: "npm", name: "@nestjs/cache", version: "2.0.0" },
  { ecosystem: "python", name: "Flask_SQLAlchemy", version: "3.0.0" },
];
const app = {
  ecosystem: "npm",
  root: "apps/web",
  dependencies: [{ name: "@nestjs/core", kind: "runtime", version: "^10" }],
} as unknown as Package;
const names = (listed: string[]) => wantedPackages(locked, listed, [app]).map(({ locked: { name } }) => name);

describe("packages that a setting lists", () => {
  it("a name means the package wherever the lock has it", () => {
    expect(names(["express"])).toEqual(["express"]);
    expect(names(["Express", "nothing"])).toEqual(["express"]);
    expect(names([])).toEqual([]);
  });

  it("a pattern means only what the manifests ask for", () => {
    expect(names(["@nestjs/*"])).toEqual(["@nestjs/core"]);
    expect(names(["*"])).toEqual(["@nestjs/core"]);
    expect(names(["@nestjs/cache"])).toEqual(["@nestjs/cache"]);
  });

  it("knows the folders of the packages that ask for it", () => {
    expect(wantedPackages(locked, ["@nestjs/core"], [app])[0]!.dependents).toEqual(["apps/web"]);
  });
});

describe("places of sources", () => {
  const at = (one: LockedPackage, rest: Partial<PlaceQuestion> = {}) =>
    sourcePlaces({ locked: one, folder: "", dependents: [], env: {}, home: "/home/me", ...rest }).map(
      ({ base, path }) => (base === "tree" ? path : `${base.folder}|${path}`),
    );

  it("follow the managers' layouts and variables", () => {
    expect(at(locked[1]!, { dependents: ["apps/web"] })).toEqual([
      "node_modules/@nestjs/core",
      "apps/web/node_modules/@nestjs/core",
    ]);
    const gin: LockedPackage = { ecosystem: "go", name: "github.com/BurntSushi/toml", version: "v1.3.2" };
    expect(at(gin)).toContain("/home/me/go/pkg/mod|github.com/!burnt!sushi/toml@v1.3.2");
    expect(at(gin, { env: { GOMODCACHE: "/cache" } })).toContain(
      "/cache|github.com/!burnt!sushi/toml@v1.3.2",
    );
    const serde: LockedPackage = { ecosystem: "cargo", name: "serde", version: "1.0.200" };
    expect(at(serde, { env: { CARGO_HOME: "/c" } })).toContain("/c/registry/src|*/serde-1.0.200");
  });

  it("never lead elsewhere by what a lock says", () => {
    const hostile = ["../../etc", "a/../../b", "..", "a b", "/etc", "*", "a\0b", "a\\..\\b"];
    for (const name of hostile) expect(at({ ecosystem: "npm", name, version: "1.0.0" })).toEqual([]);
    for (const version of ["../../..", "1/../../x", "", ".."])
      expect(at({ ecosystem: "cargo", name: "serde", version })).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import type { RepositoryType } from "../core/repository-types.ts";
import type { Package, PackageDependency } from "../packages/contract.ts";
import type { RepositoryChoices } from "./choices.ts";
import { describeEdge, packageEdges, versionDiffers } from "./dependency-edges.ts";
import { type CatalogEntry, entryOf } from "./entry.ts";
import { resolveScope, type ScopeRequest } from "./resolve-scope.ts";

function pack(
  name: string,
  root: string,
  needs: Record<string, string> = {},
  version: string | null = null,
): Package {
  const dependencies = Object.entries(needs).map(
    ([one, range]): PackageDependency => ({ name: one, kind: "runtime", version: range }),
  );
  const manifest = root === "" ? "package.json" : `${root}/package.json`;
  const fixed = {
    ecosystem: "npm",
    manager: "npm",
    language: "typescript",
    isDeclared: true,
    isLibrary: true,
  } as const;
  return { ...fixed, name, root, manifest, version, dependencies, aliases: [], entries: [] };
}

function entry(
  name: string,
  type: RepositoryType,
  packages: Package[] = [],
  choices: RepositoryChoices = {},
): CatalogEntry {
  const times = { createdAt: 1, updatedAt: 2 };
  const record = {
    id: 1,
    name,
    path: `/code/${name}`,
    type: "git",
    place: "p",
    stores: {},
    generation: 1,
    revision: "abc",
    ...times,
  };
  const guess = { type: "monolithic", reason: "guessed" } as const;
  const origin = { tag: null, upstream: null };
  const profile = { fingerprint: "", guess, origin, files: 1, packages, workspaces: [], problems: [] };
  return entryOf({ record, name, profile, choices: { type, ...choices }, configured: null });
}

const CATALOG = [
  entry("auth-service", "microservice", [pack("@shop/auth", "", { "@shop/core": "^1" }, "3.1.0")], {
    service: { id: "auth-api", type: "rest" },
  }),
  entry("guides", "documentation"),
  entry("mono", "monorepo", [
    pack("root", ""),
    pack("@mono/a", "packages/a", { "@mono/b": "workspace:*" }),
    pack("@mono/b", "packages/b", { "@shop/core": "^2.0.0" }),
    pack("web", "apps/web", { "@mono/a": "*" }),
  ]),
  entry("nest", "reference"),
  entry("payments", "microservice", [pack("payments", "", { "@shop/auth": "^2", left: "1" })]),
  entry("shared", "library", [pack("@shop/core", "", { "@shop/auth": "*" }, "2.3.0")]),
];

/** `name[folders] depth`, with weight and cap where they are not the usual. */
function check(request: Partial<ScopeRequest> & Pick<ScopeRequest, "kind">): string[] {
  return resolveScope(CATALOG, { repositories: [], ...request }).map(
    ({ name, folders, origin, weight, cap }) =>
      [
        `${name}${folders.length > 0 ? `[${folders.join(" ")}]` : ""}`,
        ...(origin.kind === "asked" ? [] : [`at ${origin.depth}`]),
        ...(weight === 1 ? [] : [`x${weight}`]),
        ...(cap === null ? [] : [`<=${cap}`]),
      ].join(" "),
  );
}

const OWN = ["auth-service", "mono", "payments", "shared x0.8"];

describe("a scope", () => {
  it.each([
    ["all own code", { kind: "global" }, OWN],
    [
      "references by request",
      { kind: "global", includesReferences: true },
      ["auth-service", "mono", "nest x0.6 <=5", "payments", "shared x0.8"],
    ],
    [
      "documentation by request, with a cap of its own",
      { kind: "global", includesDocumentation: true, maxDocumentation: 7 },
      ["auth-service", "guides x0.5 <=7", "mono", "payments", "shared x0.8"],
    ],
    [
      "a reference that is named",
      { kind: "global", repositories: ["nest"] },
      [...OWN.slice(0, 2), "nest x0.6 <=5", ...OWN.slice(2)],
    ],
    ["one repository, whatever its type", { kind: "repository", repositories: ["nest"] }, ["nest"]],
    ["several", { kind: "repository", repositories: ["shared", "mono"] }, ["shared x0.8", "mono"]],
    ["a service by its id", { kind: "service", service: "auth-api" }, ["auth-service"]],
    ["a service by the repository's name", { kind: "service", service: "payments" }, ["payments"]],
    ["a service that is a package", { kind: "service", service: "web" }, ["mono[apps/web]"]],
    ["a package by its name", { kind: "workspace", package: "@mono/a" }, ["mono[packages/a]"]],
    ["a package by the last part of its name", { kind: "workspace", package: "b" }, ["mono[packages/b]"]],
    ["a package by its folder", { kind: "workspace", package: "apps/web" }, ["mono[apps/web]"]],
    [
      "what a repository depends on, with the cycle walked once",
      { kind: "boundary-aware", repositories: ["payments"], depth: 5 },
      ["payments", "auth-service at 1", "shared at 2 x0.8"],
    ],
    [
      "only as deep as asked",
      { kind: "boundary-aware", repositories: ["payments"], depth: 1 },
      ["payments", "auth-service at 1"],
    ],
    [
      "no dependencies",
      { kind: "boundary-aware", repositories: ["payments"], includesDependencies: false },
      ["payments"],
    ],
    [
      "what a package depends on, inside and outside of its repository",
      { kind: "boundary-aware", package: "web", depth: 3 },
      ["mono[apps/web packages/a packages/b]", "shared at 3 x0.8"],
    ],
  ] as [string, Parameters<typeof check>[0], string[]][])("of %s", (_name, request, expected) => {
    expect(check(request)).toEqual(expected);
  });

  it.each([
    ["REPOSITORY_UNKNOWN", { kind: "repository", repositories: ["nope"] }, "auth-service, guides"],
    ["PACKAGE_UNKNOWN", { kind: "workspace", package: "nope" }, "@shop/auth"],
    ["SERVICE_UNKNOWN", { kind: "service", service: "nope" }, "auth-api, payments"],
    ["SCOPE_INCOMPLETE", { kind: "workspace" }, "Name what"],
    ["SCOPE_INCOMPLETE", { kind: "boundary-aware" }, "Name what"],
  ] as [string, Parameters<typeof check>[0], string][])("that cannot be is %s", (code, request, hint) => {
    expect(() => check(request)).toThrowError(
      expect.objectContaining({ code, hint: expect.stringContaining(hint) }),
    );
  });

  it("of nothing is said to be empty", () => {
    expect(() => resolveScope([], { kind: "global", repositories: [] })).toThrowError(
      expect.objectContaining({ code: "SCOPE_EMPTY" }),
    );
  });
});

describe("calls", () => {
  const around = (isGuess: boolean, to = "mono") => {
    const call = { from: "web-site", to, keys: ["GET /a"], isGuess, text: "web-site calls GET /a" };
    const site = entry("web-site", "monolithic", [pack("web-site", "", { "@mono/a": "^1" })]);
    const request = { kind: "boundary-aware", repositories: ["web-site"] } as const;
    return resolveScope([...CATALOG, site], request, [call]).map(
      ({ name, folders }) => `${name}${folders.length > 0 ? `[${folders.join(" ")}]` : ""}`,
    );
  };

  it("take a repository in that nothing else leads to, guessed or not", () => {
    expect(around(true, "payments")).toContain("payments");
    expect(around(false, "payments")).toContain("payments");
  });

  it("take all of one in whose packages are needed, unless they are guesses", () => {
    expect(around(false)).toContain("mono");
    expect(around(true, "mono")).toContain("mono[packages/a packages/b]");
  });
});

describe("edges between packages", () => {
  it("say what is asked for and what is indexed", () => {
    expect(packageEdges(CATALOG).map(describeEdge)).toEqual([
      "auth-service needs @shop/core ^1 (runtime), 2.3.0 is indexed",
      "mono/packages/a needs @mono/b workspace:* (runtime)",
      "mono/packages/b needs @shop/core ^2.0.0 (runtime)",
      "mono/apps/web needs @mono/a * (runtime)",
      "payments needs @shop/auth ^2 (runtime), 3.1.0 is indexed",
      "shared needs @shop/auth * (runtime)",
    ]);
  });

  it.each([
    ["^2", "3.1.0", true],
    ["~2.1", "2.4.0", false],
    ["^0.3.1", "0.4.0", true],
    [">=2", "3.0.0", false],
    [">=4", "3.0.0", true],
    ["v1.2.0", "v2.0.0", true],
    ["*", "3.0.0", false],
    ["1 || 2", "3.0.0", false],
    ["^2", null, false],
    ["^2", "0.0.0-development", false],
  ])("%s and %s differ: %s", (asked, indexed, expected) => {
    expect(versionDiffers(asked, indexed)).toBe(expected);
  });
});

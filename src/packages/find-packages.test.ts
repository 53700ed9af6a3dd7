import { describe, expect, it } from "vitest";
import type { ManifestTree } from "./contract.ts";
import { findPackages, isManifest } from "./find-packages.ts";

function treeOf(files: Readonly<Record<string, string>>): ManifestTree {
  const paths = Object.keys(files).sort();
  return {
    name: "shop",
    paths: paths.filter(isManifest),
    read: (path) => files[path] ?? null,
    has: (path) => files[path] !== undefined,
  };
}

/** `manager name@root`, declared ones first with a star. */
function listed(files: Readonly<Record<string, string>>): string[] {
  return findPackages(treeOf(files)).packages.map(
    ({ manager, name, root, isDeclared }) =>
      `${manager} ${name} ${root || "."}${isDeclared ? "" : " (found)"}`,
  );
}

const json = JSON.stringify;

describe("members of a workspace", () => {
  const members = {
    "packages/a/package.json": json({ name: "@shop/a", version: "1.2.0" }),
    "packages/b/package.json": json({
      name: "@shop/b",
      dependencies: { "@shop/a": "workspace:^", left: "1" },
    }),
    "apps/web/package.json": json({
      name: "web",
      devDependencies: { "@shop/b": "*" },
      peerDependencies: { react: ">=18" },
    }),
    "packages/a/node_modules/x/package.json": json({ name: "x" }),
    "packages/a/test/fixtures/y/package.json": json({ name: "y" }),
  };

  it.each([
    ["npm", { "package.json": json({ name: "root", workspaces: ["packages/*", "apps/*"] }) }],
    [
      "yarn",
      {
        "package.json": json({ name: "root", workspaces: { packages: ["packages/*", "apps/*"] } }),
        "yarn.lock": "",
      },
    ],
    ["bun", { "package.json": json({ name: "root", workspaces: ["{packages,apps}/*"] }), "bun.lock": "" }],
    [
      "pnpm",
      {
        "package.json": json({ name: "root" }),
        "pnpm-workspace.yaml": "packages:\n  - 'packages/**'\n  # apps\n  - apps/*\n  - '!**/test/**'\n",
      },
    ],
    [
      "lerna",
      { "package.json": json({ name: "root" }), "lerna.json": json({ packages: ["packages/*", "apps/*"] }) },
    ],
    [
      "rush",
      {
        "package.json": json({ name: "root" }),
        "rush.json":
          '// rush\n{ "projects": [{"projectFolder": "packages/a"}, {"projectFolder": "packages/b"}, {"projectFolder": "apps/web"},] }',
      },
    ],
  ])("of %s", (manager, root) => {
    expect(listed({ ...root, ...members } as Record<string, string>)).toEqual([
      expect.stringMatching(/ root \.$/),
      `${manager} web apps/web`,
      `${manager} @shop/a packages/a`,
      `${manager} @shop/b packages/b`,
    ]);
  });

  it("have dependencies of every kind with their ranges", () => {
    const { packages } = findPackages(
      treeOf({ ...members, "package.json": json({ workspaces: ["packages/*", "apps/*"] }) }),
    );
    const of = (name: string) => packages.find((one) => one.name === name)!.dependencies;
    expect(of("@shop/b")).toEqual([
      { name: "@shop/a", kind: "runtime", version: "workspace:^" },
      { name: "left", kind: "runtime", version: "1" },
    ]);
    expect(of("web")).toEqual([
      { name: "@shop/b", kind: "dev", version: "*" },
      { name: "react", kind: "peer", version: ">=18" },
    ]);
  });

  it("of Nx without a package.json are projects", () => {
    expect(
      listed({
        "nx.json": "{}",
        "package.json": json({ name: "root" }),
        "libs/core/project.json": json({ name: "core", sourceRoot: "libs/core/src" }),
      }),
    ).toEqual(["npm root .", "nx core libs/core"]);
  });

  it("of uv and poetry", () => {
    const files = {
      "pyproject.toml":
        '[project]\nname = "Shop_Root"\n[tool.uv.workspace]\nmembers = ["libs/*"]\nexclude = ["libs/old"]\n[tool.hatch.metadata.hooks.uv-dynamic-versioning]\ndependencies = ["shop-core[all]=={{ version }}"]\n',
      "libs/core/pyproject.toml":
        '[project]\nname = "shop-core"\nversion = "0.3"\ndependencies = ["httpx[http2]>=0.27 ; python_version > \'3\'"]\n[dependency-groups]\ndev = ["pytest"]\n',
      "libs/core/src/shop_core/__init__.py": "",
      "libs/old/pyproject.toml": '[project]\nname = "old"\n',
      "jobs/pyproject.toml":
        '[tool.poetry]\nname = "jobs"\n[tool.poetry.dependencies]\npython = "^3.11"\nshop-core = { path = "../libs/core" }\n[tool.poetry.group.dev.dependencies]\nruff = "*"\n',
      "api/requirements.txt": "flask==3.0  # web\n-r other.txt\n",
    };
    expect(listed(files)).toEqual([
      "uv shop-root .",
      "pip api api (found)",
      "poetry jobs jobs (found)",
      "uv shop-core libs/core",
      "pip old libs/old (found)",
    ]);
    const { packages } = findPackages(treeOf(files));
    expect(packages.find(({ name }) => name === "shop-root")!.dependencies).toEqual([
      { name: "shop-core", kind: "runtime", version: "=={{ version }}" },
    ]);
    expect(packages.find(({ name }) => name === "shop-core")).toMatchObject({
      dependencies: [
        { name: "httpx", kind: "runtime", version: ">=0.27" },
        { name: "pytest", kind: "dev", version: "" },
      ],
      entries: ["src/shop_core/__init__.py"],
    });
    expect(packages.find(({ name }) => name === "jobs")!.dependencies).toEqual([
      { name: "shop-core", kind: "runtime", version: "", folder: "libs/core" },
      { name: "ruff", kind: "dev", version: "*" },
    ]);
  });

  it("of go.work and several go.mod", () => {
    const files = {
      "go.work": "go 1.22\nuse (\n\t./api\n\t./lib // shared\n)\nuse ./tools\n",
      "api/go.mod":
        "module example.com/api\nrequire (\n\texample.com/lib v1.2.0\n\tgolang.org/x/sys v0.1.0 // indirect\n)\nreplace example.com/lib => ../lib\n",
      "lib/go.mod": "module example.com/lib\n",
      "tools/go.mod": "module example.com/tools\nrequire example.com/api v0.0.0\n",
      "lib/testdata/go.mod": "module broken\n",
      "lib/test/go.mod": "module example.com/lib/test\n",
    };
    expect(listed(files)).toEqual([
      "go example.com/api api",
      "go example.com/lib lib",
      "go example.com/lib/test lib/test (found)",
      "go example.com/tools tools",
    ]);
    expect(findPackages(treeOf(files)).packages[0]!.dependencies).toEqual([
      { name: "example.com/lib", kind: "runtime", version: "v1.2.0", folder: "lib" },
    ]);
  });

  it("of a Cargo workspace, with crates that members name by their path", () => {
    const files = {
      "Cargo.toml":
        '[workspace]\nmembers = ["crates/*"]\nexclude = ["crates/out"]\n[workspace.package]\nversion = "0.9.0"\n[workspace.dependencies]\nserde = { version = "1" }\ncore = { path = "crates/core" }\n',
      "crates/core/Cargo.toml": '[package]\nname = "core"\nversion.workspace = true\n',
      "crates/core/src/lib.rs": "",
      "crates/cli/Cargo.toml":
        '[package]\nname = "cli"\n[dependencies]\nserde.workspace = true\ncore = { workspace = true }\nextra = { path = "../../extra", optional = true }\n[build-dependencies]\ncc = "1"\n',
      "crates/out/Cargo.toml": '[package]\nname = "out"\n',
      "extra/Cargo.toml": '[package]\nname = "extra"\n',
    };
    expect(listed(files)).toEqual([
      "cargo cli crates/cli",
      "cargo core crates/core",
      "cargo out crates/out (found)",
      "cargo extra extra",
    ]);
    const [cli, core] = findPackages(treeOf(files)).packages;
    expect(cli!.dependencies).toEqual([
      { name: "serde", kind: "runtime", version: "1" },
      { name: "core", kind: "runtime", version: "", folder: "crates/core" },
      { name: "extra", kind: "optional", version: "", folder: "extra" },
      { name: "cc", kind: "build", version: "1" },
    ]);
    expect(core).toMatchObject({ version: "0.9.0", entries: ["src/lib.rs"] });
  });

  it("of pnpm and bun with versions from the catalogs of their workspaces", () => {
    const asking = JSON.stringify({
      name: "web",
      dependencies: { react: "catalog:", "@scope/ui": "catalog:old", lost: "catalog:" },
    });
    const ranges = (files: Record<string, string>) =>
      findPackages(treeOf(files))
        .packages.find(({ name }) => name === "web")!
        .dependencies.map(({ version }) => version);
    const pnpm =
      "packages:\n  - apps/*\n# ranges\ncatalog:\n  react: ^18.2.0 # now\n\ncatalogs:\n  old:\n    '@scope/ui': \"1.x\"\nother:\n  react: 1\n";
    expect(
      ranges({ "package.json": "{}", "pnpm-workspace.yaml": pnpm, "apps/web/package.json": asking }),
    ).toEqual(["^18.2.0", "1.x", "catalog:"]);
    const bun = {
      workspaces: {
        packages: ["apps/*"],
        catalog: { react: "^19" },
        catalogs: { old: { "@scope/ui": "2" } },
      },
    };
    expect(ranges({ "package.json": JSON.stringify(bun), "apps/web/package.json": asking })).toEqual([
      "^19",
      "2",
      "catalog:",
    ]);
  });

  it("of Maven projects with the versions that their parents set", () => {
    const parent = (more: string) =>
      `<project><groupId>g</groupId><artifactId>parent</artifactId><version>2.1</version>${more}</project>`;
    const files = {
      "pom.xml": parent(
        "<modules><module>core</module><module>web</module></modules>" +
          "<properties><http.version>5.${minor}</http.version><minor>3</minor><loop>${loop}</loop></properties>" +
          "<dependencyManagement><dependencies><dependency><groupId>org</groupId><artifactId>log</artifactId>" +
          "<version>1.7</version></dependency></dependencies></dependencyManagement>",
      ),
      "core/pom.xml":
        "<project><parent><groupId>g</groupId><artifactId>parent</artifactId><version>2.1</version></parent><artifactId>core</artifactId></project>",
      "web/pom.xml":
        "<project><parent><groupId>g</groupId><artifactId>parent</artifactId><version>2.1</version></parent><artifactId>web</artifactId>" +
        "<dependencies>" +
        [
          ["${project.groupId}", "core", "${project.parent.version}"],
          ["org", "http", "${http.version}"],
          ["org", "log", ""],
          ["org", "odd", "${loop}"],
        ]
          .map(
            ([group, artifact, version]) =>
              `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`,
          )
          .join("") +
        "</dependencies></project>",
    };
    const web = findPackages(treeOf(files)).packages.find(({ name }) => name === "g:web")!;
    expect(web.version).toBe("2.1");
    expect(web.dependencies.map(({ name, version }) => `${name} ${version}`)).toEqual([
      "g:core 2.1",
      "org:http 5.3",
      "org:log 1.7",
      "org:odd ${loop}",
    ]);
  });

  it("of Maven values that would grow without end, within a moment", () => {
    const links = Array.from({ length: 200 }, (_, at) => `<p${at}>${`\${p${at + 1}}`.repeat(50)}</p${at}>`);
    const files = {
      "pom.xml": `<project><groupId>g</groupId><artifactId>a</artifactId><version>\${p0}</version><properties>${links.join("")}<p200>xx</p200></properties></project>`,
    };
    expect(findPackages(treeOf(files)).packages[0]!.name).toBe("g:a");
  });

  it("of Maven modules and Gradle settings", () => {
    expect(
      listed({
        "pom.xml":
          "<project><groupId>g</groupId><artifactId>parent</artifactId><modules><module>core</module></modules></project>",
        "core/pom.xml":
          "<project><!-- <x> --><parent><groupId>g</groupId><version>2</version></parent><artifactId>core</artifactId></project>",
      }),
    ).toEqual(["maven g:parent .", "maven g:core core"]);
    const gradle = {
      "settings.gradle.kts":
        'rootProject.name = "shop"\ninclude(":core", ":apps:web") // include(":no")\nproject(":core").projectDir = file("libs/core")\n',
      "apps/web/build.gradle.kts":
        'dependencies {\n  implementation(project(":core"))\n  testImplementation("org.junit:junit:5.1")\n}\n',
    };
    expect(listed(gradle)).toEqual([
      "gradle shop .",
      "gradle :apps apps",
      "gradle :apps:web apps/web",
      "gradle :core libs/core",
    ]);
    expect(
      findPackages(treeOf(gradle)).packages.find(({ name }) => name === ":apps:web")!.dependencies,
    ).toEqual([
      { name: ":core", kind: "runtime", version: "", folder: "libs/core" },
      { name: "org.junit:junit", kind: "dev", version: "5.1" },
    ]);
  });

  it("of solutions, composer paths and umbrellas", () => {
    expect(
      listed({
        "Shop.sln": 'Project("{X}") = "Core", "src\\Core\\Core.csproj", "{Y}"\nEndProject\n',
        "Other.slnx":
          '<Solution><Folder Name="/a/"><Project Path="src/Web/Web.csproj" /></Folder></Solution>',
        "src/Core/Core.csproj":
          '<Project Sdk="x"><PropertyGroup><PackageId>Shop.Core</PackageId></PropertyGroup></Project>',
        "src/Web/Web.csproj":
          '<Project><ItemGroup><ProjectReference Include="..\\Core\\Core.csproj" /></ItemGroup></Project>',
      }),
    ).toEqual(["dotnet Shop.Core src/Core", "dotnet Web src/Web"]);
    expect(
      listed({
        "composer.json": json({ name: "shop/app", repositories: [{ type: "path", url: "libs/*" }] }),
        "libs/money/composer.json": json({ name: "shop/money" }),
      }),
    ).toEqual(["composer shop/app .", "composer shop/money libs/money"]);
    const umbrella = {
      "mix.exs": 'def project, do: [apps_path: "apps", version: "0.1.0"]\n',
      "apps/web/mix.exs":
        'def project, do: [app: :web]\ndefp deps, do: [{:core, in_umbrella: true}, {:jason, "~> 1.4", only: :test}]\n',
      "apps/core/mix.exs": "def project, do: [app: :core]\n",
    };
    expect(listed(umbrella)).toEqual(["mix shop .", "mix core apps/core", "mix web apps/web"]);
    expect(findPackages(treeOf(umbrella)).packages[2]!.dependencies).toEqual([
      { name: "core", kind: "runtime", version: "", folder: "apps/core" },
      { name: "jason", kind: "dev", version: "~> 1.4" },
    ]);
  });
});

describe("aliases and entries of an npm package", () => {
  it("are those of tsconfig, imports and literal bundler configs", () => {
    const [only] = findPackages(
      treeOf({
        "package.json": json({
          name: "a",
          main: "./dist/a.js",
          exports: { ".": { types: "./a.d.ts", default: "./dist/a.mjs" }, "./sub": "./sub.js" },
          imports: { "#lib/*": "./src/lib/*.ts" },
        }),
        "tsconfig.json": '{ "compilerOptions": { "baseUrl": "src", "paths": { "@/*": ["./*"] } } }',
        "vite.config.ts":
          'export default { resolve: { alias: {\n "~": path.resolve(__dirname, "./web"),\n x: computed(),\n } } }',
      }),
    ).packages;
    expect(only).toMatchObject({
      language: "typescript",
      entries: ["./a.d.ts", "./dist/a.mjs", "./dist/a.js"],
      aliases: [
        { kind: "tsconfig", pattern: "@/*", targets: ["src/*"] },
        { kind: "imports", pattern: "#lib/*", targets: ["src/lib/*.ts"] },
        { kind: "bundler", pattern: "~", targets: ["web"] },
      ],
    });
  });
});

describe("hostile manifests", () => {
  const codes = (files: Record<string, string>) =>
    findPackages(treeOf(files)).problems.map(({ code }) => code);

  it("that lead out of the tree cost a problem", () => {
    const patterns = ["../../*", "/etc/*", "packages/*"];
    const files = {
      "package.json": json({ name: "r", workspaces: patterns }),
      "packages/a/package.json": json({ name: "a" }),
    };
    expect(codes(files)).toEqual(["PACKAGE_PATTERN", "PACKAGE_PATTERN"]);
    expect(listed(files)).toEqual(["npm r .", "npm a packages/a"]);
  });

  it("with a million patterns or endless braces are cut", () => {
    const many = Array.from({ length: 1_000_000 }, (_, at) => `p${at}/*`);
    expect(
      codes({ "pnpm-workspace.yaml": `packages:\n${many.map((one) => `  - ${one}`).join("\n")}` }),
    ).toEqual(["PACKAGE_PATTERN"]);
    expect(codes({ "package.json": json({ name: "r", workspaces: ["{a,b}".repeat(40)] }) })).toEqual([
      "PACKAGE_PATTERN",
    ]);
  }, 20_000);

  it("that are broken, deep or circular end", () => {
    const deep = `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`;
    expect(codes({ "package.json": "{ nope", "composer.json": "[" })).toEqual([
      "PACKAGE_MANIFEST",
      "PACKAGE_MANIFEST",
    ]);
    expect(() =>
      findPackages(
        treeOf({
          "package.json": deep,
          "pom.xml": "<project>".repeat(50_000),
          "Cargo.toml": `[a${".b".repeat(50_000)}]`,
          "a/Cargo.toml": '[package]\nname = "a"\n[workspace]\n[dependencies]\nb = { path = "../b" }\n',
          "b/Cargo.toml": '[package]\nname = "b"\n[dependencies]\na = { path = "../a" }\n',
        }),
      ),
    ).not.toThrow();
  });

  it("of one name are both kept when both are declared, and said", () => {
    const files = {
      "package.json": json({ name: "r", workspaces: ["a", "b"] }),
      "a/package.json": json({ name: "x" }),
      "b/package.json": json({ name: "x" }),
    };
    expect(codes(files)).toEqual(["PACKAGE_NAME_TWICE"]);
    expect(listed(files)).toHaveLength(3);
  });
});

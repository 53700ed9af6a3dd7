import { describe, expect, it } from "vitest";
import { LOCKS, readLock } from "./all.ts";

function read(basename: string, text: string): string[] {
  const format = LOCKS.find((one) => one.basename === basename)!;
  return readLock(format, text).map(({ ecosystem, name, version }) => `${ecosystem} ${name} ${version}`);
}

describe("locks", () => {
  it("tells what npm installed at the top, not the versions below other packages", () => {
    const text = JSON.stringify({
      lockfileVersion: 3,
      packages: {
        "": { name: "app" },
        "node_modules/express": { version: "4.18.2" },
        "node_modules/@nestjs/core": { version: "10.0.1" },
        "node_modules/express/node_modules/debug": { version: "2.6.9" },
        "node_modules/own": { link: true },
        "web/node_modules/react": { version: "18.2.0" },
      },
    });
    expect(read("package-lock.json", text)).toEqual([
      "npm express 4.18.2",
      "npm @nestjs/core 10.0.1",
      "npm react 18.2.0",
    ]);
    const old = JSON.stringify({ lockfileVersion: 1, dependencies: { express: { version: "4.0.0" } } });
    expect(read("package-lock.json", old)).toEqual(["npm express 4.0.0"]);
  });

  it("reads both kinds of Yarn's lock", () => {
    const classic = `# yarn lockfile v1\n\n\n"@babel/core@^7.1.0", "@babel/core@^7.2.0":\n  version "7.2.2"\n  resolved "x"\n\nexpress@^4.1.0:\n  version "4.18.2"\n  dependencies:\n    accepts "~1.3.8"\n`;
    expect(read("yarn.lock", classic)).toEqual(["npm @babel/core 7.2.2", "npm express 4.18.2"]);
    const berry = `__metadata:\n  version: 6\n\n"express@npm:^4.18.0":\n  version: 4.18.2\n  resolution: "express@npm:4.18.2"\n`;
    expect(read("yarn.lock", berry)).toEqual(["npm express 4.18.2"]);
  });

  it("reads pnpm's packages in the spellings of its versions, without peers", () => {
    const text = `lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      other@9.9.9:\n\npackages:\n\n  '@nestjs/core@10.0.1(rxjs@7.8.1)':\n    resolution: {}\n\n  express@4.18.2:\n    engines: {}\n\n  /koa@2.14.1:\n    dev: false\n\n  /hono/3.0.0_peer@1.0.0:\n    dev: false\n\nsnapshots:\n\n  zod@3.0.0: {}\n`;
    expect(read("pnpm-lock.yaml", text)).toEqual([
      "npm @nestjs/core 10.0.1",
      "npm express 4.18.2",
      "npm koa 2.14.1",
      "npm hono 3.0.0",
    ]);
  });

  it.each([
    [
      "bun.lock",
      '{ "packages": { "express": ["express@4.18.2", "", {}], "a/b": ["b@1.0.0"], }, }',
      ["npm express 4.18.2"],
    ],
    [
      "Cargo.lock",
      '[[package]]\nname = "serde"\nversion = "1.0.200"\n\n[[package]]\nname = "own"\n',
      ["cargo serde 1.0.200"],
    ],
    [
      "uv.lock",
      '[[package]]\nname = "flask"\nversion = "3.0.0"\nsource = { registry = "x" }\n',
      ["python flask 3.0.0"],
    ],
    [
      "Pipfile.lock",
      '{"default":{"flask":{"version":"==2.2.2"}},"develop":{"own":{"path":"."}}}',
      ["python flask 2.2.2"],
    ],
    [
      "requirements.txt",
      "Flask==2.2.2 ; python_version > '3'\nrequests>=2\ncelery[redis]==5.3.0\n",
      ["python Flask 2.2.2", "python celery 5.3.0"],
    ],
    [
      "composer.lock",
      '{"packages":[{"name":"laravel/framework","version":"v10.1.0"}]}',
      ["composer laravel/framework 10.1.0"],
    ],
    [
      "packages.lock.json",
      '{"dependencies":{"net8.0":{"MediatR":{"type":"Direct","resolved":"12.1.1"}}}}',
      ["dotnet MediatR 12.1.1"],
    ],
    [
      "mix.lock",
      '%{\n  "phoenix": {:hex, :phoenix, "1.7.10", "abc", [:mix], [], "hexpm"},\n}\n',
      ["hex phoenix 1.7.10"],
    ],
    [
      "go.mod",
      "module example.com/app\n\ngo 1.22\n\nrequire github.com/gin-gonic/gin v1.9.1\n\nrequire (\n\tgolang.org/x/net v0.20.0 // indirect\n\tgopkg.in/yaml.v3 v3.0.1\n)\n",
      ["go github.com/gin-gonic/gin v1.9.1", "go golang.org/x/net v0.20.0", "go gopkg.in/yaml.v3 v3.0.1"],
    ],
    [
      "Gemfile.lock",
      "GIT\n  remote: x\n  specs:\n    forked (1.0)\n\nGEM\n  remote: https://rubygems.org/\n  specs:\n    activerecord (7.1.2)\n      activemodel (= 7.1.2)\n\nDEPENDENCIES\n  rails (= 7.1.2)\n",
      ["rubygems activerecord 7.1.2"],
    ],
  ])("reads %s", (basename, text, expected) => {
    expect(read(basename, text)).toEqual(expected);
  });

  it("gives nothing for text that is no lock, and never fails", () => {
    for (const { basename } of LOCKS)
      for (const text of [
        "",
        "{",
        "[[",
        "\u0000",
        '{"packages":3}',
        '{"packages":{"node_modules/a":null}}',
        "GEM\n",
      ])
        expect(read(basename, text)).toEqual([]);
  });
});

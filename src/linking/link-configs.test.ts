import { describe, expect, it } from "vitest";
import { detectLanguage } from "../languages/detect.ts";
import { keysOfConfigChange } from "./environment.ts";
import { isLinkConfig, readConfigDigest } from "./link-configs.ts";

it.each([
  "package.json",
  "tsconfig.json",
  "tsconfig.base.json",
  "jsconfig.json",
  "go.mod",
  "Cargo.toml",
  "pyproject.toml",
  "setup.cfg",
])("%s is part of a view, so that its changes are seen", (name) => {
  expect(isLinkConfig(`some/folder/${name}`)).toBe(true);
  expect(detectLanguage(`some/folder/${name}`)).not.toBeNull();
});

it("other files are no configuration of linking", () => {
  expect(isLinkConfig("src/package.ts")).toBe(false);
  expect(isLinkConfig("my-package.json")).toBe(false);
});

describe("digests", () => {
  it.each([
    [
      "tsconfig.json",
      `{ // why\n "extends": ["./a", "./b"], "compilerOptions": { "baseUrl": "src", /* x */ "paths": { "@/*": ["*"], }, }, }`,
      {
        kind: "typescript",
        extends: ["./a", "./b"],
        baseUrl: "src",
        paths: { "@/*": ["*"] },
        references: [],
      },
    ],
    [
      "go.mod",
      "module example.com/a\n\ngo 1.22\n\nreplace (\n\texample.com/b => ../b\n\texample.com/c v1.2.3 => ./c\n\texample.com/d => example.com/e v1.0.0\n)\n",
      {
        kind: "go",
        module: "example.com/a",
        replaces: [
          { from: "example.com/b", to: "../b" },
          { from: "example.com/c", to: "./c" },
        ],
      },
    ],
    [
      "Cargo.toml",
      `[package]\nname = "my-kit" # name\n[lib]\npath = "lib/root.rs"\n`,
      { kind: "cargo", name: "my-kit", libPath: "lib/root.rs" },
    ],
    [
      "pyproject.toml",
      `[tool.setuptools.packages.find]\nwhere = [\n  "src", # here\n]\n[tool.poetry]\npackages = [{ include = "a", from = "lib" }]\n`,
      { kind: "python", sourceFolders: ["src", "lib"] },
    ],
    [
      "setup.cfg",
      "[options]\npackage_dir =\n    =src\n[options.packages.find]\nwhere = src\n",
      { kind: "python", sourceFolders: ["src"] },
    ],
    [
      "package.json",
      `{ "name": "a", "version": "1", "main": "./x.js" }`,
      { kind: "package", name: "a", entries: ["./x.js"] },
    ],
  ])("%s", (path, text, expected) => {
    expect(readConfigDigest(path, text)).toEqual(expected);
  });

  it.each(["package.json", "tsconfig.json", "Cargo.toml", "pyproject.toml", "setup.cfg"])(
    "a broken %s says nothing and breaks nothing",
    (path) => {
      for (const text of [
        "",
        "{",
        "[[[",
        "null",
        "[]",
        '"x"',
        "\u0000",
        `{ "name": 1, "compilerOptions": [] }`,
      ]) {
        const digest = JSON.stringify(readConfigDigest(path, text));
        expect(digest).not.toContain("undefined");
        expect(keysOfConfigChange(path, text, text)).toEqual([]);
      }
    },
  );
});

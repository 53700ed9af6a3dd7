import { describe, expect, test } from "vitest";
import { detectLanguage, languageById } from "./detect.ts";

describe("the language of a file", () => {
  test.each([
    ["src/a.ts", "", "typescript"],
    ["src/a.d.ts", "", "typescript"],
    ["A.TSX", "", "tsx"],
    ["bin/tool", "#!/usr/bin/env node", "javascript"],
    ["bin/tool", "#!/usr/bin/env -S node --no-warnings", "javascript"],
    ["bin/tool", "#! /usr/local/bin/node18", "javascript"],
    ["bin/tool", "#!/usr/bin/env NODE_ENV=x node", "javascript"],
    ["a.ts", "#!/usr/bin/env node", "typescript"],
    ["Makefile", "", "makefile"],
    ["lib/CMakeLists.txt", "", "cmake"],
    ["docs/notes.txt", "", "text"],
    ["Dockerfile", "", "dockerfile"],
    ["src/App.vue", "", "vue"],
    ["bin/setup", "#!/bin/sh", "bash"],
    ["App.csproj", "", "xml"],
  ])("%s with first line %j is %s", (path, firstLine, id) => {
    expect(detectLanguage(path, firstLine)?.id).toBe(id);
  });

  test.each([
    ["a.unknown", ""],
    ["noextension", "plain text"],
    ["bin/tool", "#!"],
    ["bin/tool", "#!/bin/no-such-interpreter"],
    ["ts", ""],
    ["folder.ts/plain", ""],
  ])("%s with first line %j is in none", (path, firstLine) => {
    expect(detectLanguage(path, firstLine)).toBeNull();
  });

  test("ids lead back to definitions", () => {
    expect(languageById("typescript")?.grammar).toBe("typescript");
    expect(languageById("klingon")).toBeUndefined();
  });
});

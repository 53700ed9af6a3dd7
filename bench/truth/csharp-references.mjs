// @ts-check
/** Roslyn's own FindReferences over a solution that was restored (`dotnet restore`): bench/truth/csharp-references/References.cs. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { compileCSharp, findSdk } from "../../scripts/dotnet-sdk.mjs";
import { jsonLines } from "./targets.mjs";

/** @typedef {{ path: string, offset: number, isCall: boolean, isExact: boolean, isImport: boolean }} FoundSite */

/**
 * @param {string} root @param {string} solution @param {{ path: string, offset: number }[]} symbols
 * @returns {{ documents: Set<string>, symbols: { sites: FoundSite[] | null, isOpen: boolean }[] }}
 */
export function csharpReferences(root, solution, symbols) {
  const sdk = findSdk();
  if (!sdk) throw new Error("no .NET SDK was found");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "clew-csharp-truth-"));
  try {
    // The workspaces and the reader of solutions come with `dotnet format`; without a list of dependencies, what lies beside
    // a program is what it loads.
    const tool = path.join(sdk.folder, "DotnetTools/dotnet-format");
    for (const name of fs.readdirSync(tool))
      if (!name.endsWith(".json")) fs.symlinkSync(path.join(tool, name), path.join(folder, name));
    const names = fs
      .readdirSync(tool)
      .filter((name) => /^Microsoft\.CodeAnalysis\..*dll$|^Microsoft\.CodeAnalysis\.dll$/.test(name));
    const program = path.join(folder, "references.dll");
    compileCSharp(sdk, {
      sources: [fileURLToPath(new URL("./csharp-references/References.cs", import.meta.url)), usings(folder)],
      references: names.map((name) => path.join(tool, name)),
      out: program,
    });
    fs.copyFileSync(
      path.join(tool, "dotnet-format.runtimeconfig.json"),
      path.join(folder, "references.runtimeconfig.json"),
    );
    const input = path.join(folder, "input.json");
    fs.writeFileSync(input, JSON.stringify({ root, solution: path.resolve(root, solution), symbols }));
    const out = execFileSync(sdk.dotnet, [program, input], {
      encoding: "utf8",
      maxBuffer: 1 << 30,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [first, ...rest] = jsonLines(out);
    return { documents: new Set(first.documents), symbols: rest };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function usings(folder) {
  const file = path.join(folder, "Usings.cs");
  const names = [
    "System",
    "System.Collections.Generic",
    "System.IO",
    "System.Linq",
    "System.Threading.Tasks",
  ];
  fs.writeFileSync(file, names.map((name) => `global using ${name};\n`).join(""));
  return file;
}

// @ts-check
/** The compiler of the installed .NET SDK, run on files as they are: nothing is restored and nothing is downloaded. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** What the programs here are written for; their runtime must be at least this. */
export const MIN_MAJOR = 10;

/** @typedef {{ dotnet: string, root: string, folder: string, pack: string }} Sdk */

/** The newest SDK beside the `dotnet` of DOTNET_ROOT or PATH. @returns {Sdk | null} */
export function findSdk() {
  const name = process.platform === "win32" ? "dotnet.exe" : "dotnet";
  const folders = [process.env.DOTNET_ROOT ?? "", ...(process.env.PATH ?? "").split(path.delimiter)];
  for (const place of folders.filter(Boolean).map((folder) => path.join(folder, name))) {
    if (!fs.existsSync(place)) continue;
    const dotnet = fs.realpathSync(place);
    const root = path.dirname(dotnet);
    const folder = newest(path.join(root, "sdk"));
    const refs = newest(path.join(root, "packs/Microsoft.NETCore.App.Ref"));
    if (!folder || !refs) continue;
    const pack = path.join(refs, "ref", `net${Number.parseInt(path.basename(refs), 10)}.0`);
    if (fs.existsSync(path.join(folder, "Roslyn/bincore/csc.dll")) && fs.existsSync(pack))
      return { dotnet, root, folder, pack };
  }
  return null;
}

/** @param {Sdk} sdk @param {{ sources: string[], references: string[], out: string, options?: string[] }} program */
export function compileCSharp({ dotnet, folder, pack }, { sources, references, out, options = [] }) {
  const framework = fs
    .readdirSync(pack)
    .filter((name) => name.endsWith(".dll"))
    .map((name) => path.join(pack, name));
  const lines = [
    ...[
      "/nologo",
      "/nostdlib+",
      "/target:exe",
      "/optimize+",
      "/deterministic+",
      "/debug-",
      "/nullable:enable",
    ],
    `/out:${out}`,
    ...options,
    ...[...framework, ...references].map((file) => `/reference:"${file}"`),
    ...sources.map((file) => `"${file}"`),
  ];
  const response = `${out}.rsp`;
  fs.writeFileSync(response, lines.join("\n"));
  execFileSync(dotnet, [path.join(folder, "Roslyn/bincore/csc.dll"), "/noconfig", `@${response}`], {
    stdio: "inherit",
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  });
  fs.rmSync(response);
}

/** @param {string} folder */
function newest(folder) {
  if (!fs.existsSync(folder)) return null;
  const versions = fs.readdirSync(folder).filter((name) => Number.parseInt(name, 10) >= MIN_MAJOR);
  versions.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return versions.length > 0 ? path.join(folder, /** @type {string} */ (versions.at(-1))) : null;
}

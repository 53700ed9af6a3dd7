// @ts-check
/**
 * Builds the C# compiler service (sidecars/roslyn) into dist/sidecars/roslyn with the compiler of the installed .NET SDK,
 * against its own assemblies: nothing is restored and nothing is downloaded. Without an SDK it says so and leaves it out.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const HOME = fileURLToPath(new URL("..", import.meta.url));
const SOURCES = path.join(HOME, "sidecars/roslyn");
const OUT = path.join(HOME, "dist/sidecars/roslyn");
/** Survives the emptying of dist, so that a build that changes nothing here costs nothing. */
const CACHE = path.join(HOME, "node_modules/.cache/clew-roslyn");
const NAME = "clew-roslyn";
/** What the service is written for; its runtime must be at least this. */
const MIN_MAJOR = 10;

const sdk = findSdk();
if (!sdk) {
  console.log(
    `sidecars/roslyn: not built, no .NET SDK ${MIN_MAJOR} or newer was found; C# stays without compiler edges`,
  );
} else {
  build(sdk);
}

/** @param {{ dotnet: string, folder: string, pack: string }} found */
function build({ dotnet, folder, pack }) {
  const sources = fs
    .readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".cs"))
    .sort();
  const config = path.join(SOURCES, `${NAME}.runtimeconfig.json`);
  const hash = createHash("sha256")
    .update(folder)
    .update(fs.readFileSync(config))
    .update(fs.readFileSync(fileURLToPath(import.meta.url)));
  for (const name of sources) hash.update(name).update(fs.readFileSync(path.join(SOURCES, name)));
  const built = path.join(CACHE, hash.digest("hex").slice(0, 16));
  if (!fs.existsSync(built)) {
    compile(dotnet, folder, pack, sources, `${built}.part`);
    fs.copyFileSync(config, path.join(`${built}.part`, `${NAME}.runtimeconfig.json`));
    fs.rmSync(built, { recursive: true, force: true });
    fs.renameSync(`${built}.part`, built);
  }
  fs.cpSync(built, OUT, { recursive: true });
}

/** @param {string} dotnet @param {string} folder @param {string} pack @param {string[]} sources @param {string} out */
function compile(dotnet, folder, pack, sources, out) {
  fs.rmSync(CACHE, { recursive: true, force: true });
  fs.mkdirSync(out, { recursive: true });
  const roslyn = path.join(folder, "Roslyn/bincore");
  const references = [
    ...fs
      .readdirSync(pack)
      .filter((name) => name.endsWith(".dll"))
      .map((name) => path.join(pack, name)),
    path.join(roslyn, "Microsoft.CodeAnalysis.dll"),
    path.join(roslyn, "Microsoft.CodeAnalysis.CSharp.dll"),
  ];
  const options = [
    "/nologo",
    "/nostdlib+",
    "/target:exe",
    "/optimize+",
    "/deterministic+",
    "/debug-",
    "/nullable:enable",
    "/warnaserror+",
    `/pathmap:${SOURCES}=/`,
    `/out:${path.join(out, `${NAME}.dll`)}`,
    ...references.map((file) => `/reference:"${file}"`),
    ...sources.map((name) => `"${path.join(SOURCES, name)}"`),
  ];
  const response = path.join(out, "csc.rsp");
  fs.writeFileSync(response, options.join("\n"));
  execFileSync(dotnet, [path.join(roslyn, "csc.dll"), "/noconfig", `@${response}`], {
    stdio: "inherit",
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  });
  fs.rmSync(response);
}

/** The newest SDK beside the `dotnet` of PATH or DOTNET_ROOT. */
function findSdk() {
  const name = process.platform === "win32" ? "dotnet.exe" : "dotnet";
  const folders = [process.env.DOTNET_ROOT ?? "", ...(process.env.PATH ?? "").split(path.delimiter)];
  for (const place of folders.filter(Boolean).map((folder) => path.join(folder, name))) {
    if (!fs.existsSync(place)) continue;
    const dotnet = fs.realpathSync(place);
    const root = path.dirname(dotnet);
    const folder = newest(path.join(root, "sdk"));
    const refs = newest(path.join(root, "packs/Microsoft.NETCore.App.Ref"));
    if (!folder || !refs) continue;
    const pack = path.join(refs, "ref", `net${majorOf(refs)}.0`);
    if (fs.existsSync(path.join(folder, "Roslyn/bincore/csc.dll")) && fs.existsSync(pack))
      return { dotnet, folder, pack };
  }
  return null;
}

/** @param {string} folder */
function newest(folder) {
  if (!fs.existsSync(folder)) return null;
  const versions = fs.readdirSync(folder).filter((name) => Number.parseInt(name, 10) >= MIN_MAJOR);
  versions.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return versions.length > 0 ? path.join(folder, /** @type {string} */ (versions.at(-1))) : null;
}

/** @param {string} folder */
function majorOf(folder) {
  return Number.parseInt(path.basename(folder), 10);
}

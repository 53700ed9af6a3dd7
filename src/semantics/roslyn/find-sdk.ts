/** The .NET SDK of this machine, found by looking at folders: nothing is run. */
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface DotnetSdk {
  version: string;
  /** The program that runs the service. */
  dotnet: string;
  /** Folder of the installation, with `packs` and `shared`. */
  root: string;
  /** Folder of the compiler's assemblies. */
  roslyn: string;
}

/** The service is built for the runtime of this version. */
const MIN_MAJOR = 10;
const PROGRAM = process.platform === "win32" ? "dotnet.exe" : "dotnet";
const USUAL_PLACES = [
  "/usr/share/dotnet",
  "/usr/lib/dotnet",
  "/usr/local/share/dotnet",
  "C:\\Program Files\\dotnet",
];

export const SERVICE_NAME = "clew-roslyn.dll";

/** An SDK, or why there is none, for people. */
export function findSdk(env: NodeJS.ProcessEnv = process.env): DotnetSdk | string {
  let older: string | null = null;
  for (const folder of placesOf(env)) {
    // A relative entry of PATH would find what a repository holds.
    if (folder === "" || !isAbsolute(folder) || !existsSync(join(folder, PROGRAM))) continue;
    const dotnet = realpathSync(join(folder, PROGRAM));
    const root = dirname(dotnet);
    const version = newestVersion(join(root, "sdk"));
    if (version === null) continue;
    const roslyn = join(root, "sdk", version, "Roslyn", "bincore");
    const isUsable =
      Number.parseInt(version, 10) >= MIN_MAJOR &&
      existsSync(join(roslyn, "Microsoft.CodeAnalysis.CSharp.dll"));
    if (isUsable) return { version, dotnet, root, roslyn };
    older ??= version;
  }
  return older === null
    ? `no .NET SDK was found; with version ${MIN_MAJOR} or newer, C# gets links of compiler grade`
    : `the .NET SDK is ${older}; with version ${MIN_MAJOR} or newer, C# gets links of compiler grade`;
}

/** The service, beside the bundle or, when running from sources, in the build folder; null when it was not built. */
export function findServiceFile(): string | null {
  const places = ["./sidecars/roslyn/", "../../../dist/sidecars/roslyn/"];
  const files = places.map((place) => fileURLToPath(new URL(place + SERVICE_NAME, import.meta.url)));
  return files.find((file) => existsSync(file)) ?? null;
}

/** What `doctor` says of it. */
export function describeCSharpCompiler(env: NodeJS.ProcessEnv = process.env): string {
  const sdk = findSdk(env);
  if (typeof sdk === "string") return `C# by rules: ${sdk}`;
  if (findServiceFile() === null)
    return `C# by rules: this build of clew lacks the service for the .NET SDK ${sdk.version}`;
  return `C# by Roslyn of the .NET SDK ${sdk.version}, with clew index --semantic`;
}

function placesOf(env: NodeJS.ProcessEnv): string[] {
  const home = env.HOME ?? env.USERPROFILE;
  return [
    env.DOTNET_ROOT ?? "",
    ...(env.PATH ?? "").split(delimiter),
    ...USUAL_PLACES,
    ...(home ? [join(home, ".dotnet")] : []),
  ];
}

function newestVersion(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const versions = readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+/.test(name));
  versions.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return versions.at(-1) ?? null;
}

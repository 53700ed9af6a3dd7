// @ts-check
/**
 * Builds the C# compiler service (sidecars/roslyn) into dist/sidecars/roslyn against the assemblies of the installed .NET SDK.
 * Without an SDK it says so and leaves it out.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { compileCSharp, findSdk, MIN_MAJOR } from "./dotnet-sdk.mjs";

const HOME = fileURLToPath(new URL("..", import.meta.url));
const SOURCES = path.join(HOME, "sidecars/roslyn");
const OUT = path.join(HOME, "dist/sidecars/roslyn");
/** Survives the emptying of dist, so that a build that changes nothing here costs nothing. */
const CACHE = path.join(HOME, "node_modules/.cache/clew-roslyn");
const NAME = "clew-roslyn";

const sdk = findSdk();
if (sdk) build(sdk);
else
  console.log(
    `sidecars/roslyn: not built, no .NET SDK ${MIN_MAJOR} or newer was found; C# stays without compiler edges`,
  );

/** @param {import("./dotnet-sdk.mjs").Sdk} found */
function build(found) {
  const sources = fs
    .readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".cs"))
    .sort()
    .map((name) => path.join(SOURCES, name));
  const config = path.join(SOURCES, `${NAME}.runtimeconfig.json`);
  const scripts = [import.meta.url, new URL("./dotnet-sdk.mjs", import.meta.url).href].map(fileURLToPath);
  const hash = createHash("sha256").update(found.folder);
  for (const file of [...sources, config, ...scripts]) hash.update(file).update(fs.readFileSync(file));
  const built = path.join(CACHE, hash.digest("hex").slice(0, 16));
  if (!fs.existsSync(built)) {
    const part = `${built}.part`;
    fs.rmSync(CACHE, { recursive: true, force: true });
    fs.mkdirSync(part, { recursive: true });
    const roslyn = path.join(found.folder, "Roslyn/bincore");
    compileCSharp(found, {
      sources,
      references: ["Microsoft.CodeAnalysis.dll", "Microsoft.CodeAnalysis.CSharp.dll"].map((name) =>
        path.join(roslyn, name),
      ),
      out: path.join(part, `${NAME}.dll`),
      options: ["/warnaserror+", `/pathmap:${SOURCES}=/`],
    });
    fs.copyFileSync(config, path.join(part, path.basename(config)));
    fs.renameSync(part, built);
  }
  fs.cpSync(built, OUT, { recursive: true });
}

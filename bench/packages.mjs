/**
 * Packages as clew finds them beside the lists of their own managers, which read the same manifests of the same tree.
 *
 *     node bench/packages.mjs --tree path/to/tree [--tree ...] [--pnpm path/to/pnpm] [--home folder] [--misses]
 *
 * Asked, where the tool is installed and the tree has its workspace: `npm pkg get name --workspaces`, `pnpm ls -r --json --depth -1`,
 * `cargo metadata --offline --no-deps`, `go list -m -json`, `dotnet sln list`. Compared by folder; the root of a workspace counts
 * where its manager lists it.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const { values } = parseArgs({
  options: {
    tree: { type: "string", multiple: true },
    pnpm: { type: "string" },
    home: { type: "string" },
    misses: { type: "boolean", default: false },
  },
});
const home = values.home ?? mkdtempSync(join(tmpdir(), "clew-packages-"));

function run(command, args, cwd) {
  try {
    return execFileSync(command, args, {
      cwd,
      encoding: "utf8",
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch (error) {
    // Some exit with a fault and have printed their list all the same.
    return typeof error.stdout === "string" ? error.stdout : "";
  }
}

/** Folders from the root of the tree; null when the manager has nothing to say about it. */
const MANAGERS = {
  npm(tree) {
    const manifest = readJson(join(tree, "package.json"));
    if (!manifest?.workspaces || existsSync(join(tree, "pnpm-workspace.yaml"))) return null;
    const names = Object.keys(
      parse(run("npm", ["pkg", "get", "name", "--workspaces", "--json"], tree)) ?? {},
    );
    return { names };
  },
  pnpm(tree) {
    if (!values.pnpm || !existsSync(join(tree, "pnpm-workspace.yaml"))) return null;
    const listed = parse(run(values.pnpm, ["ls", "-r", "--json", "--depth", "-1"], tree)) ?? [];
    return { folders: listed.map(({ path }) => relative(tree, path)) };
  },
  /** Each workspace of the tree has a list of its own. */
  cargo(tree, workspaces) {
    const roots = workspaces
      .filter(({ manager }) => manager === "cargo")
      .map(({ config }) => join(tree, dirname(config)));
    const folders = roots.flatMap((root) => {
      const text = run("cargo", ["metadata", "--offline", "--no-deps", "--format-version", "1"], root);
      return (parse(text)?.packages ?? []).map((one) => relative(tree, dirname(one.manifest_path)));
    });
    return folders.length > 0 ? { folders } : null;
  },
  go(tree) {
    if (!existsSync(join(tree, "go.mod")) && !existsSync(join(tree, "go.work"))) return null;
    const text = run("go", ["list", "-m", "-json"], tree);
    const folders = [...text.matchAll(/"Dir": "([^"]+)"/g)].map((match) => relative(tree, match[1]));
    return folders.length > 0 ? { folders } : null;
  },
  dotnet(tree) {
    const solution = readdirSync(tree).find((name) => /\.slnx?$/.test(name));
    if (!solution) return null;
    const text = run("dotnet", ["sln", solution, "list"], tree);
    const projects = text.split(/\r?\n/).filter((line) => /\.(?:cs|fs|vb)proj$/.test(line));
    return projects.length === 0
      ? null
      : { folders: projects.map((line) => dirname(line.replaceAll("\\", "/"))) };
  },
};

const MANAGERS_OF = {
  npm: ["npm", "yarn", "bun"],
  pnpm: ["pnpm"],
  cargo: ["cargo"],
  go: ["go"],
  dotnet: ["dotnet"],
};

console.log("| tree | manager | its list | clew | precision | recall |");
console.log("|---|---|---|---|---|---|");
for (const given of values.tree ?? []) {
  const tree = realpathSync(given);
  const env = { ...process.env, CLEW_HOME: home };
  const text = execFileSync(process.execPath, [CLI, "packages", tree, "--json"], {
    env,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const { packages, workspaces } = JSON.parse(text);
  const found = packages.filter(({ isDeclared }) => isDeclared);
  for (const [manager, list] of Object.entries(MANAGERS)) {
    const truth = list(tree, workspaces);
    if (!truth) continue;
    const own = found.filter((one) => MANAGERS_OF[manager].includes(one.manager));
    const key = truth.names ? ({ name }) => name : ({ root }) => root;
    const expected = new Set(truth.names ?? truth.folders);
    const mine = new Set(
      own
        .map(key)
        .filter((one) => expected.has(one) || !truth.names || own.find((o) => key(o) === one).root !== ""),
    );
    // A tool that leaves its own root out is not contradicted by one that lists it.
    if (!truth.names && !expected.has("")) mine.delete("");
    const both = [...mine].filter((one) => expected.has(one)).length;
    const share = (of) => (of === 0 ? "-" : (both / of).toFixed(3));
    console.log(
      `| ${basename(tree)} | ${manager} | ${expected.size} | ${mine.size} | ${share(mine.size)} | ${share(expected.size)} |`,
    );
    if (values.misses) {
      for (const one of expected) if (!mine.has(one)) console.error(`missed by clew: ${one}`);
      for (const one of mine) if (!expected.has(one)) console.error(`only clew: ${one}`);
    }
  }
}
if (!values.home) rmSync(home, { recursive: true, force: true });

function readJson(file) {
  return existsSync(file) ? parse(readFileSync(file, "utf8")) : null;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

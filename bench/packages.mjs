/**
 * Packages as clew finds them beside the lists of their own managers, which read the same manifests of the same tree.
 *
 *     node bench/packages.mjs --tree path/to/tree [--tree ...] [--pnpm path] [--yarn path] [--bun path] [--home folder] [--misses]
 *
 * Asked, where the tool is installed and the tree has its workspace: `npm query .workspace`, `pnpm ls -r --json --depth -1`,
 * `yarn workspaces list --json`, the lock file of `bun install --lockfile-only`, `cargo metadata --offline --no-deps`,
 * `go list -m -json` and `dotnet sln list`. Compared by folder; the root of a workspace counts where its manager lists it.
 * npm, yarn, bun and go are asked in a copy of the manifests alone, without dependencies: nothing has to be downloaded for a
 * list of workspaces, and a go that is older than the modules ask for reads them all the same. Without a go.work the copy gets
 * one by `go work use -r .`. dotnet is called from outside of the tree, whose global.json may pin another SDK.
 */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const { values } = parseArgs({
  options: {
    tree: { type: "string", multiple: true },
    pnpm: { type: "string" },
    yarn: { type: "string" },
    bun: { type: "string" },
    home: { type: "string" },
    misses: { type: "boolean", default: false },
  },
});
const home = values.home ?? mkdtempSync(join(tmpdir(), "clew-packages-"));

function run(command, args, cwd, env = {}) {
  try {
    return execFileSync(command, args, {
      cwd,
      env: { ...process.env, ...env },
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
    if (!hasWorkspaces(tree)) return null;
    return inManifests(tree, "package.json", withoutDependencies, (copy) => {
      run("npm", ["install", "--package-lock-only", "--offline", "--ignore-scripts", "--no-audit"], copy);
      const listed = parse(run("npm", ["query", ".workspace", "--package-lock-only"], copy)) ?? [];
      return { folders: listed.map(({ location }) => location) };
    });
  },
  yarn(tree) {
    if (!values.yarn || !hasWorkspaces(tree)) return null;
    return inManifests(tree, "package.json", withoutDependencies, (copy) => {
      const lines = run(process.execPath, [values.yarn, "workspaces", "list", "--json"], copy).split("\n");
      const listed = lines.filter(Boolean).map(parse);
      return { folders: listed.map(({ location }) => location).filter((one) => one !== ".") };
    });
  },
  bun(tree) {
    if (!values.bun || !hasWorkspaces(tree)) return null;
    return inManifests(tree, "package.json", withoutDependencies, (copy) => {
      run(values.bun, ["install", "--lockfile-only", "--ignore-scripts"], copy);
      const lock = readFileSync(join(copy, "bun.lock"), "utf8").replace(/,(\s*[}\]])/g, "$1");
      return { folders: Object.keys(parse(lock).workspaces).filter((one) => one !== "") };
    });
  },
  pnpm(tree) {
    if (!values.pnpm || !existsSync(join(tree, "pnpm-workspace.yaml"))) return null;
    // A tree may pin another version of pnpm, which would have to be downloaded.
    const args = ["ls", "-r", "--json", "--depth", "-1", "--config.manage-package-manager-versions=false"];
    const listed = parse(run(values.pnpm, args, tree, { npm_config_package_manager_strict: "false" }));
    return Array.isArray(listed) ? { folders: listed.map(({ path }) => relative(tree, path)) } : null;
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
    const lowered = (text) => `${/^module\s+\S+/m.exec(text)?.[0] ?? ""}\n\ngo 1.18\n`;
    return inManifests(tree, "go.mod", lowered, (copy) => {
      const work = join(tree, "go.work");
      if (existsSync(work)) {
        const text = readFileSync(work, "utf8").replace(/^(?:go|toolchain|godebug|replace)\s.*$/gm, "");
        writeFileSync(join(copy, "go.work"), `go 1.18\n${text}`);
      } else {
        run("go", ["work", "init"], copy);
        run("go", ["work", "use", "-r", "."], copy);
      }
      const text = run("go", ["list", "-m", "-json"], copy, { GOPROXY: "off", GOFLAGS: "" });
      const folders = [...text.matchAll(/"Dir": "([^"]+)"/g)].map((match) => relative(copy, match[1]));
      return folders.length > 0 ? { folders } : null;
    });
  },
  dotnet(tree) {
    const solution = readdirSync(tree).find((name) => /\.slnx?$/.test(name));
    if (!solution) return null;
    const text = run("dotnet", ["sln", join(tree, solution), "list"], tmpdir());
    const projects = text.split(/\r?\n/).filter((line) => /\.(?:cs|fs|vb)proj$/.test(line));
    return projects.length === 0
      ? null
      : { folders: projects.map((line) => dirname(line.replaceAll("\\", "/"))) };
  },
};

const MANAGERS_OF = {
  npm: ["npm", "yarn", "bun"],
  yarn: ["npm", "yarn", "bun"],
  bun: ["npm", "yarn", "bun"],
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
    // A go.mod makes a module whether or not a go.work lists it.
    const own = (manager === "go" ? packages : found).filter((one) =>
      MANAGERS_OF[manager].includes(one.manager),
    );
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

function hasWorkspaces(tree) {
  return readJson(join(tree, "package.json"))?.workspaces && !existsSync(join(tree, "pnpm-workspace.yaml"));
}

function withoutDependencies(text) {
  const { name, version = "0.0.0", workspaces } = parse(text) ?? {};
  return JSON.stringify({ name, version, private: true, workspaces });
}

/** Asks in a folder with nothing but the manifests of a name, each as `edit` leaves it; null when there is none. */
function inManifests(tree, name, edit, ask) {
  const found = manifestsIn(tree, "", name);
  if (found.length === 0) return null;
  const copy = realpathSync(mkdtempSync(join(tmpdir(), "clew-manifests-")));
  try {
    for (const path of found) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), edit(readFileSync(join(tree, path), "utf8")));
    }
    return ask(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function manifestsIn(tree, folder, name) {
  return readdirSync(join(tree, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ["node_modules", ".git", "vendor"].includes(entry.name) ? [] : manifestsIn(tree, path, name);
    return entry.name === name ? [path] : [];
  });
}

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

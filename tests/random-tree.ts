/** Random but seeded changes to a git working tree of small files that import, extend and call each other. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Random {
  below: (n: number) => number;
  pick: <T>(list: readonly T[]) => T;
}

/** xorshift32: small, seeded, good enough to choose operations. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return { below: (n) => Math.floor(next() * n), pick: (list) => list[Math.floor(next() * list.length)]! };
}

/** git with the host's configuration out of the way. */
export function git(root: string, ...args: string[]): void {
  execFileSync("git", args, {
    cwd: root,
    stdio: "ignore",
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_SYSTEM: "/dev/null",
      GIT_AUTHOR_NAME: "t",
      GIT_AUTHOR_EMAIL: "t@example.com",
      GIT_COMMITTER_NAME: "t",
      GIT_COMMITTER_EMAIL: "t@example.com",
    },
  });
}

export function writeTreeFile(root: string, path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

export function listTreeFiles(root: string, folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.name !== ".git")
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      return entry.isDirectory() ? listTreeFiles(root, path) : [path];
    })
    .sort();
}

const NAMES = ["alpha", "beta", "gamma", "delta", "epsilon"] as const;
const FOLDERS = ["src", "src/deep", "lib", "app/core"] as const;
const EXTENSIONS = ["ts", "ts", "ts", "py", "go", "md", "json"] as const;

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
const extensionOf = (path: string) => path.slice(path.lastIndexOf(".") + 1);

const SOURCES: Record<string, (random: Random) => string> = {
  py: (random) => {
    const [other, name, call] = [random.pick(NAMES), random.pick(NAMES), random.pick(NAMES)];
    return [
      `from .${other} import ${call}`,
      `import ${other}`,
      `class ${capital(name)}(${other}.${capital(other)}):`,
      `    """A ${name}."""`,
      `    def ${call}_it(self, x):`,
      `        return ${call}(x) + ${random.below(100)}`,
      `def ${name}(x):`,
      `    return ${capital(name)}().${call}_it(x)`,
      "",
    ].join("\n");
  },
  go: (random) => {
    const [other, name, call] = [random.pick(NAMES), random.pick(NAMES), random.pick(NAMES)];
    return [
      `package ${random.pick(["src", "lib"])}`,
      'import "fmt"',
      `type ${capital(name)} struct{ n int }`,
      `func (s ${capital(name)}) ${capital(call)}() int { return ${other}(${random.below(9)}) }`,
      `func ${name}(n int) int { fmt.Println(n); return n }`,
      "",
    ].join("\n");
  },
  json: (random) => `{ "name": "${random.pick(NAMES)}", "scripts": { "${random.pick(NAMES)}": "x" } }\n`,
  md: (random) =>
    `# ${random.pick(NAMES)}\n\nAbout ${random.pick(NAMES)}.\n\n## ${random.pick(NAMES)}\n\ntext\n`,
  ts: (random) => {
    const [other, name, call] = [random.pick(NAMES), random.pick(NAMES), random.pick(NAMES)];
    const from = random.pick([`./${other}`, `../${other}`, `../src/${other}`, `./deep/${other}.js`]);
    return [
      `import { ${call}, ${capital(other)} } from "${from}";`,
      `export { ${call} } from "./${other}";`,
      `/** Doc of ${name}. */`,
      `export class ${capital(name)} extends ${capital(other)} {`,
      `  constructor(private readonly ${other}: ${capital(other)}) { super(); }`,
      `  run(x: number): number { return this.${other}.run(${call}(x)) + ${random.below(100)}; }`,
      "}",
      `export function ${name}(x: number) { return new ${capital(name)}(x).run(x); }`,
      random.below(9) === 0 ? "export function broken( {" : "",
      "",
    ].join("\n");
  },
};

export function randomSource(random: Random, extension: string): string {
  return (SOURCES[extension] ?? SOURCES.ts!)(random);
}

function randomPath(random: Random, extension: string): string {
  return `${random.pick(FOLDERS)}/${random.pick(NAMES)}.${extension}`;
}

function switchBranch(root: string, random: Random): string {
  const branch = `b${random.below(3)}`;
  git(root, "add", "-A");
  git(root, "commit", "-q", "--allow-empty", "-m", "before switch");
  try {
    git(root, "checkout", "-q", branch);
  } catch {
    git(root, "checkout", "-q", "-b", branch);
  }
  return `switch to ${branch}`;
}

/** Each returns what it did, for the message of a failure. `file` is a random existing file. */
const OPERATIONS: ((root: string, random: Random, file: string) => string)[] = [
  (root, random, file) => {
    writeTreeFile(root, file, randomSource(random, extensionOf(file)));
    return `edit ${file}`;
  },
  (root, random, file) => {
    writeTreeFile(root, file, randomSource(random, extensionOf(file)));
    return `edit ${file}`;
  },
  (root, _, file) => {
    writeFileSync(join(root, file), `${readFileSync(join(root, file), "utf8")}\n`);
    return `append to ${file}`;
  },
  (root, _, file) => {
    rmSync(join(root, file));
    return `delete ${file}`;
  },
  (root, random, file) => {
    const to = randomPath(random, extensionOf(file));
    mkdirSync(dirname(join(root, to)), { recursive: true });
    renameSync(join(root, file), join(root, to));
    return `move ${file} to ${to}`;
  },
  (root) => {
    git(root, "add", "-A");
    git(root, "commit", "-q", "--allow-empty", "-m", "step");
    return "commit";
  },
  (root, random) => switchBranch(root, random),
];

/** Does one random thing to the tree and says what. */
export function applyRandomOperation(root: string, random: Random): string {
  const files = listTreeFiles(root);
  if (files.length === 0 || random.below(4) === 0) {
    const path = randomPath(random, random.pick(EXTENSIONS));
    writeTreeFile(root, path, randomSource(random, extensionOf(path)));
    return `write ${path}`;
  }
  return random.pick(OPERATIONS)(root, random, random.pick(files));
}

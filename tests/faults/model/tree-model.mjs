/**
 * The naive model: a working tree is a map from path to text, beside it what else lies where a file could be: links,
 * FIFOs, repositories. A branch is a copy of these as git keeps them, an index shows one of the maps. What a file contains is
 * found by looking through its text.
 */

/** Words that occur nowhere else and have no ending that a stemmer takes off. */
export const WORDS = Array.from("bdfghklmnprt", (first) => [`${first}orzuvak`, `${first}ixjopuk`]).flat();
export const NAMES = Array.from("abcdefghijkl", (letter) => `unit${letter}`);
export const FOLDERS = ["src", "src/deep", "lib", "app/core"];
export const EXTENSIONS = ["ts", "ts", "py", "go", "md"];
export const BRANCHES = ["main", "left", "right"];
export const MIN_FILES = 25;
export const MAX_FILES = 50;

const capital = (word) => word[0].toUpperCase() + word.slice(1);
export const extensionOf = (path) => path.slice(path.lastIndexOf(".") + 1);

const TEXTS = {
  ts: ({ name, other, words, salt }) =>
    `import { make_${other}, ${capital(other)} } from "./${other}.ts";
/** About ${words[0]}. */
export class ${capital(name)} extends ${capital(other)} {
  step_${name}(x: number) { return make_${other}(x) + ${salt}; }
}
export function make_${name}(x: number) {
  // ${words[1]}
  return new ${capital(name)}().step_${other}(x);
}
`,
  py: ({ name, other, words, salt }) =>
    `from .${other} import make_${other}, ${capital(other)}

class ${capital(name)}(${capital(other)}):
    """About ${words[0]}."""
    def step_${name}(self, x):
        return make_${other}(x) + ${salt}

def make_${name}(x):
    # ${words[1]}
    return ${capital(name)}().step_${other}(x)
`,
  go: ({ name, other, words, salt }) =>
    `package core

// ${capital(name)} is about ${words[0]}.
type ${capital(name)} struct{}

func (s ${capital(name)}) step_${name}(x int) int { return make_${other}(x) + ${salt} }

func make_${name}(x int) int {
	// ${words[1]}
	return ${capital(name)}{}.step_${other}(x)
}
`,
  md: ({ name, other, words, salt }) =>
    `About ${name} and make_${other}: ${words[0]}.\n\nThen ${words[1]} ${salt}.\n`,
};

export function textOf(extension, { name, other, first, second, salt }) {
  return TEXTS[extension]({
    name: NAMES[name],
    other: NAMES[other],
    words: [WORDS[first], WORDS[second]],
    salt,
  });
}

/** Names that a text defines, found by their spelling; null for files without code. */
export function symbolsOf(path, text) {
  if (extensionOf(path) === "md") return null;
  const defined = /(?:\bclass |\btype |\bfunction |\bdef |\bfunc (?:\(s \w+\) )?|^ {2}(?=step_))(\w+)/gm;
  return [...text.matchAll(defined)].map(([, name]) => name).sort();
}

/** What a name can turn into, besides a file. */
export const KINDS = ["link", "link out", "dangling link", "FIFO", "folder", "repository", "nothing"];
/** Names that git tracks now as one thing and now as another. */
export const SPOTS = ["spots/one.ts", "spots/two.py", "lib/spot.ts"];

const isBelow = (path, folder) => path.startsWith(`${folder}/`);

export class TreeModel {
  files = new Map();
  /** Path → `link`, `FIFO` or `repository`; plain folders are told by the files in them. */
  kinds = new Map();
  branch = BRANCHES[0];
  /** Branch → its last commit. */
  heads = new Map();
  /** What the index may show: one map, or the two between which a killed writer left it. */
  shown = [new Map()];
  /** A watching engine publishes after bursts on its own: until the next comparison nobody knows of which moment. */
  isUnknown = false;
  /** Path → every text it had since the index was last known; null where it was absent. */
  #since = new Map();
  #before = new Map();
  operations = 0;
  typeChanges = 0;
  comparisons = 0;
  /** Answers that were checked while an engine watched. */
  watched = 0;

  paths() {
    return [...this.files.keys()].sort();
  }

  pick(at) {
    const paths = this.paths();
    return paths[at % paths.length];
  }

  /** Nothing lies there any more, nor below, and no file or link is in the way of it. */
  clear(path) {
    const isGone = (other) => other === path || isBelow(other, path);
    for (const other of [...this.files.keys()])
      if (isGone(other) || isBelow(path, other)) this.files.delete(other);
    for (const [other, kind] of [...this.kinds])
      if (isGone(other) || (isBelow(path, other) && kind !== "repository")) this.kinds.delete(other);
  }

  put(path, text) {
    this.clear(path);
    this.files.set(path, text);
  }

  /** How many files `clear` would take away. */
  countAt(path) {
    return this.paths().filter((other) => other === path || isBelow(other, path)).length;
  }

  /** Git keeps of a repository that it is there, and of a FIFO nothing. */
  commit() {
    const repositories = [...this.kinds].filter(([, kind]) => kind === "repository").map(([path]) => path);
    const isKept = (path) => !repositories.some((folder) => isBelow(path, folder));
    this.heads.set(this.branch, {
      files: new Map([...this.files].filter(([path]) => isKept(path))),
      kinds: new Map([...this.kinds].filter(([path, kind]) => kind === "link" && isKept(path))),
    });
  }

  /** The tree as git makes it from the last commit of the branch. */
  restore() {
    const { files, kinds } = this.heads.get(this.branch);
    this.files = new Map(files);
    this.kinds = new Map(kinds);
  }

  /** The tree was compared with the index and the index published. */
  publish(isWatching) {
    this.shown = [new Map(this.files)];
    this.isUnknown = isWatching;
    this.#since.clear();
    this.#before = new Map(this.files);
  }

  /** To be called after every operation: what it changed may be seen, or not, by whoever publishes meanwhile. */
  noteChanges() {
    for (const path of new Set([...this.#before.keys(), ...this.files.keys()])) {
      const text = this.files.get(path) ?? null;
      if (text === (this.#before.get(path) ?? null)) continue;
      if (!this.#since.has(path)) this.#since.set(path, new Set([this.#before.get(path) ?? null]));
      // A file is empty for a moment before it is written.
      this.#since.get(path).add(text).add("");
    }
    this.#before = new Map(this.files);
  }

  /** The texts that an index of an unknown moment may show of a path; null: that it is not there. */
  possibleTexts(path) {
    const texts = new Set(this.#since.get(path));
    for (const files of this.shown) texts.add(files.get(path) ?? null);
    return texts;
  }

  knownPaths() {
    return new Set([...this.#since.keys(), ...this.shown.flatMap((files) => [...files.keys()])]);
  }

  /** A writer was at work on the tree as it is, and nobody knows how far it came. */
  mayPublish() {
    this.shown.push(new Map(this.files));
  }
}

/**
 * What is shown and was never so: a path with words and names that it had at no moment since the index was last known,
 * a path that never was, or one missing that always was. Empty when there is nothing of the kind.
 */
export function impossibleIn(model, shown) {
  const impossible = [];
  const symbols = new Map(shown.symbols);
  for (const path of new Set([...model.knownPaths(), ...shown.paths])) {
    const possible = model.possibleTexts(path);
    if (!shown.paths.includes(path)) {
      if (!possible.has(null)) impossible.push(`${path} is missing`);
      continue;
    }
    const words = shown.words.filter(([, paths]) => paths.includes(path)).map(([word]) => word);
    const isShownOf = (text) => {
      if (text === null) return false;
      if (JSON.stringify(WORDS.filter((word) => text.includes(word))) !== JSON.stringify(words)) return false;
      const names = symbolsOf(path, text);
      return names === null || JSON.stringify(names) === JSON.stringify(symbols.get(path));
    };
    if (![...possible].some(isShownOf)) impossible.push(`${path} with ${words.join(" and ") || "no word"}`);
  }
  return impossible;
}

/** Everything that questions can tell of a map of files. */
export function describe(files) {
  const paths = [...files.keys()].sort();
  const words = WORDS.map((word) => [word, paths.filter((path) => files.get(path).includes(word))]);
  const symbols = paths.map((path) => [path, symbolsOf(path, files.get(path))]).filter(([, names]) => names);
  return { paths, words, symbols };
}

/** One class per operation: done to the model and to the real tree; questions compare the two. */
import { deepStrictEqual, fail, ok, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { describeSession, symbolNames } from "./real-tree.mjs";
import {
  BRANCHES,
  describe,
  EXTENSIONS,
  extensionOf,
  FOLDERS,
  impossibleIn,
  KINDS,
  MAX_FILES,
  MIN_FILES,
  NAMES,
  SPOTS,
  symbolsOf,
  textOf,
  WORDS,
} from "./tree-model.mjs";

/** A command whose arguments are plain data: `Write {"folder":0}` is how a failing script prints. */
class Operation {
  constructor(args) {
    this.args = args;
  }
  check() {
    return true;
  }
  async run(model, real) {
    model.isUnknown ||= real.isWatching;
    await this.apply(model, real, this.args);
    model.noteChanges();
    model.operations += 1;
  }
  toString() {
    return `${this.constructor.name} ${JSON.stringify(this.args)}`;
  }
}

const pathAt = ({ folder, name, extension }) => `${FOLDERS[folder]}/${NAMES[name]}.${EXTENSIONS[extension]}`;

class Write extends Operation {
  check(model) {
    return model.files.size < MAX_FILES || model.files.has(pathAt(this.args));
  }
  apply(model, real, args) {
    const path = pathAt(args);
    const text = textOf(EXTENSIONS[args.extension], args.content);
    model.put(path, text);
    real.put(path, text);
  }
}

class Edit extends Operation {
  apply(model, real, { at, content }) {
    const path = model.pick(at);
    const text = textOf(extensionOf(path), content);
    model.files.set(path, text);
    real.write(path, text);
  }
}

/** One word for another of the same length: neither size nor, when kept, time tells. */
class SwapWord extends Operation {
  apply(model, real, { at, word, keepsTime }) {
    const path = model.pick(at);
    const text = model.files.get(path).replace(/\b[a-z](?:orzuvak|ixjopuk)\b/, WORDS[word]);
    model.files.set(path, text);
    if (keepsTime) real.writeKeepingTime(path, text);
    else real.write(path, text);
  }
}

class Touch extends Operation {
  apply(model, real, { at }) {
    real.touch(model.pick(at));
  }
}

class Rename extends Operation {
  apply(model, real, { at, folder, name, toText }) {
    const from = model.pick(at);
    const to = `${FOLDERS[folder]}/${NAMES[name]}.${toText ? "md" : extensionOf(from)}`;
    const text = model.files.get(from);
    if (from === to || from.startsWith(`${to}/`)) return;
    if (model.files.size - model.countAt(to) < MIN_FILES) return;
    model.files.delete(from);
    model.put(to, text);
    real.rename(from, to);
  }
}

class Delete extends Operation {
  check(model) {
    return model.files.size > MIN_FILES;
  }
  apply(model, real, { at }) {
    const path = model.pick(at);
    model.files.delete(path);
    real.remove(path);
  }
}

/** A name that git may track as one thing becomes another: a place of its own, a file, or a whole folder. */
class Become extends Operation {
  apply(model, real, { at, spot, kind: kindAt, content }) {
    const path = [() => SPOTS[at % SPOTS.length], () => model.pick(at), () => FOLDERS[at % FOLDERS.length]][
      spot
    ]();
    const kind = KINDS[kindAt];
    if (model.files.size - model.countAt(path) < MIN_FILES) return;
    model.clear(path);
    real.makeWay(path);
    real.clear(path);
    model.typeChanges += 1;
    if (kind === "nothing") return;
    if (kind === "folder" || kind === "repository") {
      const inner = `${path}/${NAMES[content.name]}.ts`;
      const text = textOf("ts", content);
      if (kind === "repository") model.kinds.set(path, kind);
      model.files.set(inner, text);
      real.put(inner, text);
      if (kind === "repository") real.makeRepository(path);
    } else if (kind === "FIFO") {
      model.kinds.set(path, kind);
      real.makeFifo(path);
    } else {
      model.kinds.set(path, "link");
      real.makeLink(path, kind, model.pick(at + 1));
    }
  }
}

/** The way back: a file where something else lies. */
class BecomeFile extends Operation {
  apply(model, real, { at, content }) {
    const candidates = [...SPOTS, ...model.kinds.keys()]
      .filter((path) => /\.(ts|py|go|md)$/.test(path))
      .sort();
    const path = candidates[at % candidates.length];
    if (model.files.size - model.countAt(path) < MIN_FILES) return;
    const text = textOf(extensionOf(path), content);
    model.put(path, text);
    real.put(path, text);
    model.typeChanges += 1;
  }
}

class Commit extends Operation {
  apply(model, real) {
    real.stageAll();
    real.git("commit", "-q", "--allow-empty", "-m", "step");
    model.commit();
  }
}

class SwitchBranch extends Operation {
  apply(model, real, { branch }) {
    real.stageAll();
    real.git("commit", "-q", "--allow-empty", "-m", "before");
    model.commit();
    model.branch = BRANCHES[branch];
    const isNew = !model.heads.has(model.branch);
    if (isNew) model.commit();
    for (const path of model.kinds.keys()) real.clear(path);
    real.git("checkout", "-q", "-f", ...(isNew ? ["-b"] : []), model.branch);
    real.git("reset", "-q", "--hard");
    model.restore();
  }
}

/** Gives up all that was not committed. */
class Reset extends Operation {
  apply(model, real) {
    real.stageAll();
    for (const path of model.kinds.keys()) real.clear(path);
    real.git("reset", "-q", "--hard");
    model.restore();
  }
}

class Update extends Operation {
  async apply(model, real) {
    const engine = await real.engine();
    const report = await engine.update(real.root);
    strictEqual(report.failed, 0);
    model.publish(real.isWatching);
  }
}

class Reopen extends Operation {
  async apply(_, real, { isWatching }) {
    await real.reopen(isWatching);
  }
}

/** Meanwhile and afterwards the index shows the old map or the new one, never a mixture. */
class Kill extends Operation {
  async apply(model, real, { afterMs, asksMeanwhile }) {
    model.mayPublish();
    await real.updateAndKill(afterMs, () => asksMeanwhile && showsOneOf(model, real));
    const shown = await showsOneOf(model, real);
    if (shown) model.shown = [shown];
  }
}

class AskStale extends Operation {
  check(model) {
    return model.shown.length > 0;
  }
  async apply(model, real) {
    await showsOneOf(model, real);
  }
}

/**
 * The map that the index shows without looking at the tree; fails when it is none that it could be. Null while an engine
 * that watches may have published at any moment: then every path shows what it was at some moment, and what did not
 * change is as it was. Either way the answer does not call itself fresh.
 */
async function showsOneOf(model, real) {
  const shown = await real.ask(
    async (session) => {
      ok(!session.freshness.isFresh, "a stale answer calls itself fresh");
      return describeSession(session);
    },
    { isStaleAllowed: true },
  );
  if (model.isUnknown) {
    deepStrictEqual(impossibleIn(model, shown), [], "shown while watching, and never so");
    model.watched += 1;
    return null;
  }
  const found = model.shown.find((files) => JSON.stringify(describe(files)) === JSON.stringify(shown));
  if (!found)
    fail(
      `a generation that never was: ${model.shown.map((files) => differenceOf(shown, describe(files))).join(" and ")}`,
    );
  return found;
}

/** The lines that differ, few enough to read; empty when none does. */
function differenceOf(shown, expected) {
  for (const key of ["paths", "words", "symbols"]) {
    const [a, b] = [
      shown[key].map((item) => JSON.stringify(item)),
      expected[key].map((item) => JSON.stringify(item)),
    ];
    const added = a.filter((line) => !b.includes(line)).slice(0, 5);
    const lacking = b.filter((line) => !a.includes(line)).slice(0, 5);
    if (added.length + lacking.length > 0) return `${key} ${JSON.stringify({ added, lacking })}`;
  }
  return "";
}

class AskWord extends Operation {
  async apply(model, real, { word: at }) {
    const word = WORDS[at];
    const expected = model.paths().filter((path) => model.files.get(path).includes(word));
    const found = await real.ask(async (session) => {
      ok(session.freshness.isFresh, session.freshness.reason);
      const { hits } = await session.searcherCalled("tree").search(word, { limit: 200 });
      return { hits: hits.map(({ path }) => path), exact: (await describeSession(session)).words[at][1] };
    });
    model.publish(real.isWatching);
    deepStrictEqual(found.exact, expected, `files with ${word}`);
    const missing = expected.filter((path) => !found.hits.includes(path));
    deepStrictEqual(missing, [], `files with ${word} that search does not give`);
    const unknown = found.hits.filter((path) => !model.files.has(path));
    deepStrictEqual(unknown, [], "files that search gives and that are not there");
  }
}

class AskSymbol extends Operation {
  async apply(model, real, { name }) {
    const wanted = `make_${NAMES[name]}`;
    const expected = model
      .paths()
      .filter((path) => symbolsOf(path, model.files.get(path))?.includes(wanted))
      .map((path) => `${path}#${wanted}`);
    const found = await real.ask(
      async (session) => (await session.searcherCalled("tree").symbols(wanted)).groups,
    );
    model.publish(real.isWatching);
    deepStrictEqual(found.map(({ path, qualifiedName }) => `${path}#${qualifiedName}`).sort(), expected);
  }
}

class AskOutline extends Operation {
  async apply(model, real, { at }) {
    const path = model.pick(at);
    const expected = symbolsOf(path, model.files.get(path));
    const found = await real.ask((session) => symbolNames(session, path));
    model.publish(real.isWatching);
    if (expected) deepStrictEqual(found, expected, path);
  }
}

/** Everything at once, against the model and against an index that was built from nothing. */
export class Compare extends Operation {
  async apply(model, real) {
    const engine = await real.engine();
    await engine.update(real.root);
    model.publish(real.isWatching);
    const shown = await real.ask(describeSession, { isStaleAllowed: true });
    strictEqual(differenceOf(shown, describe(model.files)), "", "differs from the model");
    strictEqual(await engine.dump(real.root), await real.dumpOfFreshIndex(), "differs from a fresh build");
    deepStrictEqual((await engine.verify(real.root, { deep: true })).problems, []);
    model.comparisons += 1;
  }
}

const at = fc.nat({ max: 9_999 });
const below = (list) => fc.nat({ max: list.length - 1 });
const content = fc.record({
  name: below(NAMES),
  other: below(NAMES),
  first: below(WORDS),
  second: below(WORDS),
  salt: fc.nat({ max: 999 }),
});
const place = { folder: below(FOLDERS), name: below(NAMES) };

/** [how often among all, what, with which arguments] */
const WEIGHTED = [
  [10, Write, { ...place, extension: below(EXTENSIONS), content }],
  [14, Edit, { at, content }],
  [10, SwapWord, { at, word: below(WORDS), keepsTime: fc.boolean() }],
  [2, Touch, { at }],
  [8, Rename, { at, ...place, toText: fc.integer({ min: 0, max: 5 }).map((n) => n === 5) }],
  [6, Delete, { at }],
  [8, Become, { at, spot: fc.constantFrom(0, 0, 1, 1, 1, 2), kind: below(KINDS), content }],
  [5, BecomeFile, { at, content }],
  [3, Commit, {}],
  [5, SwitchBranch, { branch: below(BRANCHES) }],
  [2, Reset, {}],
  [3, Update, {}],
  [2, Reopen, { isWatching: fc.boolean() }],
  [4, Kill, { afterMs: fc.nat({ max: 450 }), asksMeanwhile: fc.boolean() }],
  [3, AskStale, {}],
  [6, AskWord, { word: below(WORDS) }],
  [3, AskSymbol, { name: below(NAMES) }],
  [3, AskOutline, { at }],
  [1, Compare, {}],
];

export function commandsOf(maxCommands) {
  const arbitraries = WEIGHTED.flatMap(([weight, Kind, args]) =>
    Array.from({ length: weight }, () => fc.record(args).map((given) => new Kind(given))),
  );
  return fc.commands(arbitraries, { maxCommands, size: "max" });
}

// Pairs between files of one tree: a test's name and what it tests, a paragraph of documentation and the code it names.
import { QUERY_FIELD } from "./bag-store.mjs";
import { acceptable, cutAtSentence, withoutMarkup } from "./query-text.mjs";
import { chunkAtLine } from "./read-tree.mjs";

const TEST_CALL =
  /\b(?:it|test|describe|context|specify|should|scenario|feature|TEST_CASE|SECTION|t\.Run)\b\s*(?:\.\w+)?\s*\(?\s*["'`]([^"'`\n]{8,160})["'`]/;

/** Name → {file, symbol} for names that one non-test file alone defines. */
export function uniqueDefinitions(files, isTestPath) {
  const places = new Map();
  for (const file of files) {
    if (file.role !== "code" || isTestPath(file.path)) continue;
    for (const symbol of file.facts.symbols) {
      if (symbol.scope === "local" || symbol.name.length < 4) continue;
      const known = places.get(symbol.name);
      if (known === undefined) places.set(symbol.name, { file, symbol });
      else if (known && known.file !== file) places.set(symbol.name, null);
    }
  }
  for (const [name, place] of places) if (!place) places.delete(name);
  return places;
}

const chunkOf = ({ file, symbol }) => chunkAtLine(file.facts, symbol.namePosition.line);

/** A test's title or function name against the uniquely defined symbol that it uses and that its words resemble most. */
export function testPairs(store, files, places, isTestPath, quota) {
  let left = quota;
  for (const file of files) {
    if (left <= 0) return;
    if (file.role !== "code" || !isTestPath(file.path)) continue;
    const uses = file.facts.references
      .filter((use) => places.has(use.name))
      .map((use) => ({ line: use.position.line, name: use.name }))
      .sort((a, b) => a.line - b.line);
    if (uses.length === 0) continue;
    for (const { title, from, to } of titlesOf(file)) {
      const question = acceptable(title);
      if (!question) continue;
      const words = store.countTerms(`${title} ${file.path}`);
      let best = null;
      for (const use of uses) {
        if (use.line < from || use.line > to) continue;
        let score = 0;
        for (const term of store.countTerms(use.name).keys()) if (words.has(term)) score += 1;
        if (score > 0 && (!best || score > best.score)) best = { score, name: use.name };
      }
      if (!best) continue;
      const place = places.get(best.name);
      const chunk = chunkOf(place);
      if (chunk < 0) continue;
      store.addPair(
        "test",
        store.addText(question, QUERY_FIELD),
        place.file.first + chunk,
        place.file.number,
      );
      if (--left <= 0) return;
    }
  }
}

function titlesOf(file) {
  const titles = [];
  for (const symbol of file.facts.symbols) {
    if (symbol.kind !== "function" && symbol.kind !== "method") continue;
    if (!/test|should|spec/i.test(symbol.name)) continue;
    const title = symbol.name
      .replace(/^_*(?:test|Test|should|it)_*/, "")
      .replace(/_/g, " ")
      .replace(/([a-z])([A-Z])/g, "$1 $2");
    titles.push({ title, from: symbol.span.startLine, to: symbol.span.endLine });
  }
  const lines = file.text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const match = lines[at].length < 240 ? TEST_CALL.exec(lines[at]) : null;
    if (match) titles.push({ title: match[1], from: at + 1, to: at + 25 });
  }
  return titles;
}

/** Paragraphs of documentation with their heading against files they name by path and symbols they name in back quotes. */
export function documentationPairs(store, files, places, quota) {
  const byName = new Map();
  for (const file of files) {
    if (file.role !== "code") continue;
    const name = file.path.slice(file.path.lastIndexOf("/") + 1);
    byName.set(name, byName.has(name) ? null : file);
  }
  let left = quota;
  for (const file of files) {
    if (
      file.role !== "docs" ||
      /changelog|history|news|release|licen[cs]e|contribut|code_of_conduct/i.test(file.path)
    )
      continue;
    let heading = "";
    for (const block of file.text.split(/\n\s*\n/)) {
      if (left <= 0) return;
      const title = /^\s{0,3}#{1,4}\s+(.{3,100})$/m.exec(block);
      if (title) heading = title[1];
      if (block.length < 30 || block.length > 3_000) continue;
      const targets = targetsOf(block, byName, places);
      if (targets.length === 0) continue;
      const prose = cutAtSentence(
        withoutMarkup(block)
          .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
          .replace(/[#*_>|]/g, " ")
          .replace(/\s+/g, " ")
          .trim(),
        350,
      );
      const question = acceptable(`${heading}. ${prose}`);
      if (!question) continue;
      const bag = store.addText(question, QUERY_FIELD);
      for (const target of targets.slice(0, 2)) {
        store.addPair("readme", bag, target.bag, target.file);
        left -= 1;
      }
    }
  }
}

function targetsOf(block, byName, places) {
  const targets = [];
  for (const [, code] of block.matchAll(/`([^`\n]{4,80})`/g)) {
    const place = places.get(code.replace(/\(.*$/, "").replace(/^.*[.:#]/, ""));
    if (!place) continue;
    const chunk = chunkOf(place);
    if (chunk >= 0) targets.push({ bag: place.file.first + chunk, file: place.file.number });
  }
  for (const [path] of block.matchAll(/[\w./-]+\.[a-z]{1,5}\b/g)) {
    const file = byName.get(path.slice(path.lastIndexOf("/") + 1));
    if (!file || file.facts.chunks.length === 0) continue;
    const largest = file.facts.chunks.reduce(
      (best, chunk, at, all) => (chunk.tokens > all[best].tokens ? at : best),
      0,
    );
    targets.push({ bag: file.first + largest, file: file.number });
  }
  return targets;
}

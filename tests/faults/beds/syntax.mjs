/**
 * F26: files of every language, broken at random: cut, doubled, shuffled, with brackets, quotes and bytes in the wrong
 * places. Whatever a grammar makes of them, every file is indexed or has one reason, and the index ends.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { clew, createRandom, World } from "../support/world.mjs";

export const title = "broken syntax in every language";

const LANGUAGES = fileURLToPath(new URL("../../../src/languages/", import.meta.url));
const NOISE = [
  "(",
  ")",
  "{",
  "}",
  "[",
  "]",
  '"',
  "'",
  "`",
  "/*",
  "*/",
  "<",
  ">",
  "\\",
  "#",
  "\0",
  "\xff",
  "\r",
  "<<EOF\n",
  "${",
];

export async function execute({ isSmoke, seed }) {
  const perFile = isSmoke ? 2 : 40;
  const world = new World("syntax");
  const home = world.path("home");
  const random = createRandom(seed);
  const written = new Map();
  try {
    for (const fixture of listFixtures()) {
      const bytes = readFileSync(fixture, "latin1");
      for (let at = 0; at < perFile; at++) {
        const language = fixture.slice(LANGUAGES.length).split("/")[0];
        const path = `${language}/${written.size}${extname(fixture)}`;
        written.set(path, language);
        mkdirSync(dirname(join(world.root, path)), { recursive: true });
        writeFileSync(join(world.root, path), breakText(bytes, random), "latin1");
      }
    }
    const done = await clew(["index", world.root, "--json"], home, { deadlineMs: 900_000 });
    const { result } = JSON.parse(done.stdout.trim().split("\n").at(-1));
    const skipped = Object.values(result.skipped).reduce((sum, count) => sum + count, 0);
    const verified = await clew(["verify", "--root", world.root, "--deep"], home, { deadlineMs: 300_000 });
    return [
      {
        figure: "broken files",
        measured: `${written.size} of ${new Set(written.values()).size} languages, seed ${seed}, exit ${done.code}`,
        ok: written.size > 100 && done.code === 0,
      },
      {
        figure: "neither indexed nor skipped for a reason",
        measured: `${written.size - result.files - skipped}, skipped ${JSON.stringify(result.skipped)}`,
        ok: result.files + skipped === written.size && result.files > written.size / 2,
      },
      { figure: "files that ended their process", measured: result.failed, ok: result.failed === 0 },
      { figure: "verify --deep", measured: verified.stdout.trim().split("\n")[0], ok: verified.code === 0 },
    ];
  } finally {
    world.remove();
  }
}

function listFixtures() {
  return readdirSync(LANGUAGES, { recursive: true })
    .map(String)
    .filter((name) => /^[^/]+\/fixtures\/[^/]+\.[^/.]+$/.test(name) && !name.endsWith(".json.snap"))
    .sort()
    .map((name) => join(LANGUAGES, name));
}

/** One to six accidents. */
function breakText(text, random) {
  let out = text;
  for (let left = 1 + random.below(6); left > 0; left--) {
    const [from, to] = [random.below(out.length + 1), random.below(out.length + 1)].sort((a, b) => a - b);
    const part = out.slice(from, Math.min(to, from + 2_000));
    out = random.pick([
      () => out.slice(0, from) + out.slice(to),
      () => out.slice(0, to),
      () => out.slice(0, from) + part.repeat(2 + random.below(20)) + out.slice(from),
      () => out.slice(0, from) + random.pick(NOISE).repeat(1 + random.below(200)) + out.slice(from),
      () => out.slice(to) + out.slice(0, to),
      () => out.slice(0, from) + [...part].reverse().join("") + out.slice(from + part.length),
    ])();
  }
  return out;
}

/**
 * T12: keys of twenty kinds planted in ordinary files, two hundred in all, are looked for in every byte of the index
 * and in answers. On real code almost nothing may be blanked. Keys are assembled here, so that no scanner takes this
 * file for a leak.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createMutant } from "../support/mutant.mjs";
import { clew, createRandom, DIST, World } from "../support/world.mjs";

export const title = "planted secrets";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const HEX = "0123456789abcdef";
/** Name, and how a key of that kind looks: what is searched for is the random part. */
const KINDS = {
  "GitHub token": (text) => ["ghp", "_", text(36)],
  "GitHub app token": (text) => ["ghs", "_", text(36)],
  "GitHub fine-grained token": (text) => ["github", "_pat_", `${text(22)}_${text(59)}`],
  "GitLab token": (text) => ["glpat", "-", text(20)],
  "AWS access key": (_, upper) => ["AK", "IA", upper(16)],
  "Slack bot token": (text, _, digits) => ["xo", "xb-", `${digits(11)}-${digits(12)}-${text(24)}`],
  "Stripe key": (text) => ["sk", "_live_", text(24)],
  "Google API key": (text) => ["AI", "za", text(35)],
  "npm token": (text) => ["npm", "_", text(36)],
  "OpenAI key": (text) => ["sk", "-proj-", text(48)],
  "Anthropic key": (text) => ["sk", "-ant-api03-", `${text(93)}AA`],
  "SendGrid key": (text) => ["SG", ".", `${text(22)}.${text(43)}`],
  "Twilio key": (_a, _b, _c, hex) => ["S", "K", hex(32)],
  "PyPI token": (text) => ["pypi", "-AgEIcHlwaS5vcmc", text(60)],
  "Hugging Face token": (text) => ["hf", "_", text(34)],
  "DigitalOcean token": (_a, _b, _c, hex) => ["dop", "_v1_", hex(64)],
  "JSON web token": (text) => ["ey", "J", `${text(20)}.ey${"J"}${text(40)}.${text(43)}`],
  "private key": (text) => [
    "-----BEGIN RSA ",
    "PRIVATE KEY-----\n",
    `${text(64)}\n${text(64)}\n-----END RSA PRIVATE KEY-----`,
  ],
  "password in a URL": (text) => ["postgres://app:", "", `${text(20)}@db.example.org/app`],
  "assigned password": (text) => ["password = ", '"', `${text(24)}"`],
};
const PER_KIND = 10;
const MIN_RECALL = 0.99;
const MAX_FALSE = 0.005;

export async function execute({ seed, log }) {
  const world = new World("secrets");
  const home = world.path("home");
  const random = createRandom(seed);
  const pick = (alphabet) => (length) =>
    Array.from({ length }, () => alphabet[random.below(alphabet.length)]).join("");
  const planted = [];
  try {
    for (const [kind, make] of Object.entries(KINDS)) {
      for (let at = 0; at < PER_KIND; at++) {
        const [head, middle, tail] = make(pick(LETTERS), pick(UPPER), pick("0123456789"), pick(HEX));
        planted.push({ kind, needles: longRuns(tail) });
        world.write(
          `src/${kind.replaceAll(" ", "-").toLowerCase()}-${at}.ts`,
          sourceWith(`${head}${middle}${tail}`, at),
        );
      }
    }
    const done = await clew(["index", world.root], home);
    const answers = await Promise.all(
      Object.keys(KINDS)
        .slice(0, 6)
        .map((kind) => clew(["context", `${kind} client`, "--root", world.root], home)),
    );
    const haystack =
      `${await readIndex(home, world.root)}\n${answers.map(({ stdout }) => stdout).join("\n")}`.toLowerCase();
    const leaked = leakedOf(planted, haystack);
    for (const { kind } of leaked.slice(0, 5)) log(`leaked: ${kind}`);
    const recall = 1 - leaked.length / planted.length;
    const control = haystack.includes("ordinaryclient");
    return [
      {
        figure: "planted",
        measured: `${planted.length} of ${Object.keys(KINDS).length} kinds, index exit ${done.code}`,
        ok: done.code === 0 && planted.length >= 200,
      },
      { figure: "kept out of index and answers", measured: recall.toFixed(3), ok: recall >= MIN_RECALL },
      {
        figure: "negative control: ordinary words of the same files are there",
        measured: control,
        ok: control,
      },
      ...(await purgeAfterwards(world, planted)),
      await countFalseDrops(world),
    ];
  } finally {
    world.remove();
  }
}

function leakedOf(planted, haystack) {
  return planted.filter(({ needles }) => needles.some((needle) => haystack.includes(needle.toLowerCase())));
}

/** An index that was made before any of these kinds was known, and the command that cleans it. */
async function purgeAfterwards(world, planted) {
  const home = world.path("home-before");
  const mutant = createMutant([
    [
      "secrets are looked for",
      "function findSecrets\\(text\\) \\{",
      "function findSecrets(text) { return [];",
    ],
  ]);
  try {
    await clew(["index", world.root], home, { dist: mutant.dist });
  } finally {
    mutant.remove();
  }
  const before = leakedOf(planted, await readIndex(home, world.root)).length;
  const done = await clew(["purge", "--secrets", "--root", world.root], home);
  const after = leakedOf(planted, await readIndex(home, world.root)).length;
  const verified = await clew(["verify", "--deep", "--root", world.root], home);
  return [
    {
      figure: "negative control: in an index made without the scanner",
      measured: `${before} of ${planted.length}`,
      ok: before > planted.length / 2,
    },
    {
      figure: "left in the bytes of that index after clew purge --secrets",
      measured: `${after}, exit ${done.code}, ${verified.stdout.trim().split("\n").at(-1)}`,
      ok: after === 0 && done.code === 0 && verified.code === 0,
    },
  ];
}

function sourceWith(secret, at) {
  return `/** Talks to the service. */\nexport class OrdinaryClient${at} {\n  connect() {\n    const key = \`${secret}\`;\n    return open(key);\n  }\n}\n`;
}

/** Parts of a key long enough to be no accident. */
function longRuns(text) {
  return text.split(/[^A-Za-z\d]+/).filter((part) => part.length >= 16 && !/^(?:BEGIN|END)/.test(part));
}

/** Its bytes, and its words spelled out: in the file they share beginnings with their neighbours. */
async function readIndex(home, root) {
  const bytes = readAll(home);
  const { openEngine } = await import(join(DIST, "index.js"));
  const engine = await openEngine({ home });
  try {
    const words = await engine.readView(root, ({ reader }) => reader.startingWith("terms", "", 1_000_000), {
      isStaleAllowed: true,
    });
    return `${bytes}\n${await engine.dump(root)}\n${words.join(" ")}`.toLowerCase();
  } finally {
    await engine.close();
  }
}

function readAll(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "latin1"))
    .join("\n");
}

/** Real code that is at hand wherever this runs: the sources of four packages we depend on. */
async function countFalseDrops(world) {
  const packages = ["zod", "commander", "fast-check", "typescript"].map((name) =>
    join(process.cwd(), "node_modules", name),
  );
  let files = 0;
  let dropped = 0;
  for (const folder of packages) {
    const done = await clew(["index", folder, "--json"], world.path("home-real"), { deadlineMs: 120_000 });
    const { result } = JSON.parse(done.stdout.trim().split("\n").at(-1));
    files += result.files;
    dropped += result.skipped.secret ?? 0;
  }
  const share = dropped / (files + dropped);
  return {
    figure: "files of five real packages dropped as secret",
    measured: `${dropped} of ${files}`,
    ok: files > 50 && share < MAX_FALSE,
  };
}

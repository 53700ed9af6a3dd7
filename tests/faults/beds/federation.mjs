/**
 * F3 and F7 with two members open: the writer of one is killed, or its index damaged, while both are asked. The other one
 * answers every time; the one in trouble answers rightly or is named.
 */
import { spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { clew, createRandom, DIST, fileName, moduleText, World } from "../support/world.mjs";

export const title = "one of two repositories killed or damaged while both are asked";

const FILES = 30;
const ASKED = 3;
/** Smaller holes are often in pages that no question reads. */
const HOLE_BYTES = 2_048;

export async function execute({ isSmoke, seed, log, cases }) {
  const rounds = cases ?? (isSmoke ? 12 : 300);
  const random = createRandom(seed);
  const [hurt, whole] = [
    new World("federation", { isInMemory: true }),
    new World("federation", { isInMemory: true }),
  ];
  const home = hurt.path("home");
  const count = { killed: 0, answers: 0, silent: 0, wrong: 0, named: 0, rebuilt: 0 };
  try {
    hurt.createRepository(FILES, seed);
    whole.createRepository(FILES, seed + 1);
    await clew(["index", hurt.root], home);
    const index = join(home, "index", onlyIndex(home));
    await clew(["index", whole.root], home);
    const ask = async (what) => {
      const verdict = judge(await askBoth(hurt.root, whole.root, home), hurt.root, whole.root);
      count.answers += 1;
      for (const name of ["silent", "wrong", "named"]) count[name] += verdict[name];
      if (verdict.silent + verdict.wrong > 0) log(`seed ${seed}, ${what}: ${verdict.told}`);
    };
    for (let each = 0; each < rounds; each++) {
      const at = random.below(FILES);
      if (at !== ASKED) hurt.write(fileName(at), moduleText(at, random.below(FILES), each));
      const killing = indexAndKill(hurt.root, home, random.below(600));
      await ask(`kill ${each}`);
      count.killed += await killing;
      await ask(`after kill ${each}`);
    }
    for (let each = 0; each < rounds; each++) {
      const before = damagedCopies(home);
      punchHole(index, random);
      await ask(`damage ${each}`);
      await ask(`after damage ${each}`);
      count.rebuilt += damagedCopies(home) - before;
    }
    return [
      { figure: "writers killed at work", measured: `${count.killed} of ${rounds}`, ok: count.killed > 0 },
      {
        figure: "answers without the other repository",
        measured: `${count.silent} of ${count.answers}`,
        ok: count.silent === 0,
      },
      { figure: "wrong about the one in trouble", measured: count.wrong, ok: count.wrong === 0 },
      {
        figure: "damaged indexes built anew",
        measured: `${count.rebuilt}, named as absent ${count.named}`,
        ok: count.rebuilt > 0,
      },
    ];
  } finally {
    hurt.remove();
    whole.remove();
  }
}

async function askBoth(hurt, whole, home) {
  return clew(["symbol", `unit_${ASKED}`, "--json", "--repo", hurt, "--repo", whole], home);
}

/** `silent`: the whole one is missing; `wrong`: the hurt one is neither right nor named. */
function judge({ code, stdout, stderr }, hurt, whole) {
  const told = `${code} ${stderr} ${stdout}`.slice(0, 300);
  let data;
  try {
    data = JSON.parse(stdout);
  } catch {
    return { silent: 1, wrong: 0, named: 0, told };
  }
  const nameOf = (root) => data.repositories.find((one) => one.root === root)?.repository;
  const groups = data.candidates ?? [data.group];
  const hasPlace = (root) =>
    groups.some(({ path }) => path === `${nameOf(root)}:${fileName(ASKED)}`) && nameOf(root) !== undefined;
  const isNamed = data.repositories.some(({ isAbsent }) => isAbsent);
  return {
    silent: Number(!hasPlace(whole)),
    wrong: Number(!hasPlace(hurt) && !isNamed),
    named: Number(isNamed),
    told,
  };
}

function onlyIndex(home) {
  return readdirSync(join(home, "index")).find((name) => name.endsWith(".db"));
}

function damagedCopies(home) {
  return readdirSync(join(home, "index")).filter((name) => /\.damaged-[^-]*$/.test(name)).length;
}

function punchHole(file, random) {
  const handle = openSync(file, "r+");
  const at = 8_192 + random.below(Math.max(1, statSync(file).size - 8_192 - HOLE_BYTES));
  writeSync(handle, Buffer.alloc(HOLE_BYTES, random.below(256)), 0, HOLE_BYTES, at);
  closeSync(handle);
}

/** 1 when the process was still at work. */
function indexAndKill(root, home, afterMs) {
  const child = spawn(process.execPath, [join(DIST, "cli.js"), "index", root], {
    env: { ...process.env, CLEW_HOME: home },
    stdio: "ignore",
  });
  const ended = new Promise((resolve) =>
    child.on("exit", (_, signal) => resolve(Number(signal === "SIGKILL"))),
  );
  sleep(afterMs).then(() => child.kill("SIGKILL"));
  return ended;
}

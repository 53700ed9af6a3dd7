/**
 * The process of the C# compiler killed at random moments of `clew index --semantic`. No call is lost: what the compiler did
 * not say again, the rules say, and an undisturbed run afterwards gives what a fresh index has.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Oracle } from "../support/oracle.mjs";
import { clew, createRandom, DIST, World } from "../support/world.mjs";

export const title = "the C# compiler killed at work";
export const needs = ["dotnet"];

const FILES = 24;
const PROJECTS = ["Base", "Middle", "Top"];

export async function execute({ isSmoke, seed, log, cases }) {
  const kills = cases ?? (isSmoke ? 6 : 500);
  const world = new World("compiler-kills", { isInMemory: true });
  const home = world.path("home");
  const random = createRandom(seed);
  const oracle = new Oracle();
  const count = { killed: 0, lost: 0, broken: 0 };
  try {
    createSolution(world);
    await clew(["index", world.root, "--semantic"], home);
    // How long the compiler is at work after an edit here and now: kills fall into that time.
    world.write(pathOf(0), sourceOf(0, -1));
    const { livedMs } = await indexAndKillCompiler(world.root, home, Number.POSITIVE_INFINITY);
    for (let started = 0; count.killed < kills && started < kills * 3; started++) {
      const edited = random.below(FILES);
      world.write(pathOf(edited), sourceOf(edited, started));
      const { wasAtWork } = await indexAndKillCompiler(world.root, home, random.below(livedMs));
      if (wasAtWork) count.killed += 1;
      const report = await oracle.ask({ home, root: world.root });
      if (report.died || report.error || report.problems.length > 0) count.broken += 1;
      const lost = await missingCalls(home, world.root);
      count.lost += lost.length;
      if (lost.length > 0) log(`run ${started}, seed ${seed}: lost ${lost.join(", ")}`);
    }
    const again = await dumpAfterSemantics(home, world.root);
    const fresh = await dumpAfterSemantics(world.path("fresh"), world.root);
    return [
      { figure: "compilers killed at work", measured: count.killed, ok: count.killed >= kills },
      { figure: "calls that were lost", measured: count.lost, ok: count.lost === 0 },
      { figure: "corrupt or torn afterwards", measured: count.broken, ok: count.broken === 0 },
      { figure: "differs from a fresh semantic index", measured: again !== fresh, ok: again === fresh },
    ];
  } finally {
    oracle.close();
    world.remove();
  }
}

/** File n calls the one before it; a third of them lies in each project, and a project needs the one before it. */
function createSolution(world) {
  world.git("init", "-q", "-b", "main");
  for (const [at, name] of PROJECTS.entries()) {
    const needed =
      at > 0 ? `<ProjectReference Include="../${PROJECTS[at - 1]}/${PROJECTS[at - 1]}.csproj" />` : "";
    world.write(
      `${name}/${name}.csproj`,
      `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup><ItemGroup>${needed}</ItemGroup></Project>\n`,
    );
  }
  for (let at = 0; at < FILES; at++) world.write(pathOf(at), sourceOf(at, 0));
  world.git("add", "-A");
  world.git("commit", "-q", "-m", "first");
}

function pathOf(at) {
  return `${PROJECTS[Math.floor((at * PROJECTS.length) / FILES)]}/Unit${at}.cs`;
}

function sourceOf(at, salt) {
  const call = at > 0 ? `new Unit${at - 1}().Run(value)` : "value";
  return `public class Unit${at} { public int Run(int value) => ${call} + ${salt}; }\n`;
}

/** Whether the compiler was still at work, and how long it had been there. */
async function indexAndKillCompiler(root, home, afterMs) {
  const child = spawn(process.execPath, [join(DIST, "cli.js"), "index", root, "--semantic"], {
    env: { ...process.env, CLEW_HOME: home },
    stdio: "ignore",
  });
  let isOver = false;
  const ended = new Promise((resolve) => child.on("exit", resolve)).then(() => {
    isOver = true;
  });
  let compiler;
  while (!isOver && compiler === undefined) {
    compiler = compilerOf(child.pid);
    await sleep(5);
  }
  const seenAt = performance.now();
  await (afterMs === Number.POSITIVE_INFINITY ? ended : Promise.race([ended, sleep(afterMs)]));
  const livedMs = Math.max(1, Math.round(performance.now() - seenAt));
  const wasAtWork = !isOver && compiler !== undefined && kill(compiler);
  await ended;
  return { wasAtWork, livedMs };
}

/** The process of this parent that runs the service. */
function compilerOf(parent) {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const isChild = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent;
      if (isChild && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("clew-roslyn")) return Number(pid);
    } catch {
      // Gone meanwhile.
    }
  }
  return undefined;
}

function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
    return true;
  } catch {
    return false;
  }
}

/** Calls between files that the index does not know at any tier. */
async function missingCalls(home, root) {
  const dump = await dumpOf(home, root);
  const isKnown = (at) =>
    dump
      .split("\n")
      .some(
        (line) =>
          line.startsWith("edge ") &&
          line.includes(`"from":"${pathOf(at)}#Unit${at}.Run","kind":"calls"`) &&
          line.includes(`"to":"${pathOf(at - 1)}#Unit${at - 1}.Run"`),
      );
  return Array.from({ length: FILES - 1 }, (_, at) => at + 1).filter((at) => !isKnown(at));
}

async function dumpAfterSemantics(home, root) {
  await clew(["index", root, "--semantic"], home);
  return dumpOf(home, root);
}

async function dumpOf(home, root) {
  const { openEngine } = await import(join(DIST, "index.js"));
  const engine = await openEngine({ home });
  try {
    return await engine.dump(root);
  } finally {
    await engine.close();
  }
}

/**
 * F19: names that differ in letter case alone, on a volume that does not tell them apart (NTFS by lowntfs-3g). One file is
 * indexed once, under one name, with what it holds, and the other name is told as a problem.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMutant } from "../support/mutant.mjs";
import { Oracle } from "../support/oracle.mjs";
import { clew, DIST, World } from "../support/world.mjs";

export const title = "names that differ in letter case on a volume that does not tell them apart";
export const needs = ["mkntfs", "lowntfs-3g", "umount"];

const IMAGE_BYTES = 64 * 1024 * 1024;
const NAMES = {
  "A.ts": "export function in_upper_file() {}\n",
  "a.ts": "export function in_lower_file() {}\n",
  "Dir/x.ts": "export function in_upper_folder() {}\n",
  "dir/x.ts": "export function in_lower_folder() {}\n",
  "MixedName.ts": "export function in_mixed() {}\n",
};
/** Files that there are on such a volume. */
const FILES = 3;

export async function execute() {
  const world = new World("letter-case");
  const volume = world.path("volume");
  mkdirSync(volume);
  writeFileSync(world.path("image"), Buffer.alloc(0));
  execFileSync("truncate", ["-s", String(IMAGE_BYTES), world.path("image")]);
  execFileSync("mkntfs", ["-F", "-q", "-Q", world.path("image")], { stdio: "ignore" });
  execFileSync("lowntfs-3g", [world.path("image"), volume, "-o", "ignore_case"], { stdio: "ignore" });
  try {
    return await tryNames(world, join(volume, "tree"));
  } finally {
    execFileSync("umount", [volume]);
    world.remove();
  }
}

async function tryNames(world, tree) {
  world.git("init", "-q", "-b", "main");
  for (const [path, text] of Object.entries(NAMES)) world.write(path, text);
  world.git("add", "-A");
  world.git("commit", "-q", "-m", "first");
  world.git("clone", "-q", world.root, tree);
  const isOneCase = readdirSync(tree).filter((name) => name !== ".git").length === FILES;
  const home = world.path("home");
  const indexed = await index(tree, home);
  const collisions = indexed.problems.filter(({ code }) => code === "NAMES_COLLIDE").length;
  writeFileSync(join(tree, "A.ts"), "export function edited_by_one_name() {}\n");
  const edited = await clew(["symbol", "edited_by_one_name", "--root", tree], home);
  const gone = await clew(["symbol", "in_lower_file", "--root", tree], home);
  const oracle = new Oracle();
  const left = await oracle.ask({ home, root: tree });
  const fresh = await oracle.ask({ home: world.path("fresh"), root: tree, update: true });
  oracle.close();
  return [
    { figure: "the volume takes both names for one", measured: isOneCase, ok: isOneCase },
    {
      figure: "files indexed once, names told",
      measured: `${indexed.files} files, ${collisions} names that collide`,
      ok: indexed.files === FILES && collisions === Object.keys(NAMES).length - FILES,
    },
    {
      figure: "an edit through either name is seen, what was there is not",
      measured: `${edited.stdout.split("\n")[0]}; ${gone.stdout.split("\n")[0]}`,
      ok:
        edited.code === 0 &&
        /^function edited_by_one_name.*fresh$/m.test(edited.stdout) &&
        /^no symbol/.test(gone.stdout),
    },
    {
      figure: "whole, and equal to an index built from nothing",
      measured: left.problems?.join("; ") || left.dump === fresh.updatedDump,
      ok: left.problems?.length === 0 && left.dump === fresh.updatedDump,
    },
    await negativeControl(world, tree),
  ];
}

async function index(tree, home, dist = DIST) {
  const { stdout } = await clew(["index", "--json", tree], home, { dist });
  return JSON.parse(stdout.trim().split("\n").at(-1)).result;
}

async function negativeControl(world, tree) {
  const promise = "spellings of one file are known";
  const mutant = createMutant([[promise, "twinOf\\(path, inode\\) \\{", "$& return null;"]]);
  try {
    const { files } = await index(tree, world.path("control"), mutant.dist);
    return {
      figure: `negative control: without "${promise}" a file is indexed twice`,
      measured: `${files} files`,
      ok: files > FILES,
    };
  } finally {
    mutant.remove();
  }
}

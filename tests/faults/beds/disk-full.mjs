/** F5: the disk of the index fills up. Writing says so, reading goes on, and all heals when there is room again. */
import { appendFileSync, mkdirSync } from "node:fs";
import { Oracle } from "../support/oracle.mjs";
import { clew, moduleText, run, World } from "../support/world.mjs";

export const title = "a full disk";
export const needs = ["mount", "umount"];

const FILES = 30;
const DISK_FULL = 3;

export async function execute({ seed }) {
  const world = new World("disk-full");
  const disk = world.path("disk");
  const oracle = new Oracle();
  mkdirSync(disk, { mode: 0o700 });
  const mounted = await run("mount", ["-t", "tmpfs", "-o", "size=3m,mode=700", "tmpfs", disk]);
  if (mounted.code !== 0) {
    world.remove();
    return [{ figure: "a small file system can be mounted", measured: mounted.stderr.trim(), ok: false }];
  }
  try {
    const home = `${disk}/home`;
    world.createRepository(FILES, seed);
    const first = await clew(["index", world.root], home);
    const before = await oracle.ask({ home, root: world.root });
    for (let at = 0; at < 700; at++)
      world.write(`bulk/file-${at}.ts`, moduleText(at, at + 1, seed).repeat(6));
    const full = await clew(["index", world.root], home, { deadlineMs: 120_000 });
    const during = await oracle.ask({ home, root: world.root });
    const asked = await clew(["search", "unit_3", "--root", world.root], home, { deadlineMs: 120_000 });
    const quoted = asked.stdout.match(/[\w/-]*module-3\.ts/)?.[0] ?? "";
    if (quoted !== "") appendFileSync(`${world.root}/${quoted}`, "\n// edited\n");
    const edited = await clew(["search", "unit_3", "--root", world.root], home, { deadlineMs: 120_000 });
    await run("mount", ["-o", "remount,size=200m", disk]);
    const healed = await clew(["index", world.root], home, { deadlineMs: 120_000 });
    const after = await oracle.ask({ home, root: world.root });
    return [
      { figure: "indexed while there is room", measured: first.code, ok: first.code === 0 },
      {
        figure: "a full disk is an error with a code",
        measured: lastLines(full.stderr),
        ok: /INDEX_DISK_FULL/.test(full.stderr) && full.code !== 0,
      },
      {
        figure: "the old generation is whole",
        measured: during.error?.code ?? during.problems?.length,
        ok: during.dump === before.dump && during.problems.length === 0,
      },
      {
        figure: "questions are answered meanwhile",
        measured: asked.stdout.split("\n")[0],
        ok: asked.code === 0 && asked.stdout.includes("module-3.ts"),
      },
      {
        figure: "an answer that quotes an edited file names the full disk, not the file",
        measured: edited.stdout.split("\n")[0],
        ok: /no space|full/i.test(edited.stdout.split("\n")[0]) && !/keeps? changing/.test(edited.stdout),
      },
      {
        figure: "heals when space returns",
        measured: `${healed.code}, ${after.problems?.length} problems`,
        ok: healed.code === 0 && after.problems.length === 0 && after.dump !== before.dump,
      },
    ];
  } finally {
    oracle.close();
    await run("umount", ["-l", disk]);
    world.remove();
  }
}

function lastLines(text) {
  return text.trim().split("\n").slice(-DISK_FULL).join(" | ").slice(0, 200);
}

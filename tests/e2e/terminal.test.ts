/** What a person sees on a terminal of 80 columns. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const scratch = new TempFolder("clew-terminal");
const long = "packages/with-a-long-name/source/components/navigation";
const tree = scratch.folder("tree").write({
  [`${long}/menu-button.ts`]: "export function openMenu() {}\n",
  [`${long}/menu-list.ts`]: "export function closeMenu() {}\n",
});
afterAll(() => scratch.remove());

const hasScript = spawnSync("script", ["--version"]).status === 0;

/** The lines as they come, with what rewrites a line still in them. */
function onTerminal(folder: string, words: string, settings: Record<string, string> = {}): string {
  const run = `stty cols 80; "${process.execPath}" "${CLI}" ${words}`;
  const { stdout } = spawnSync("script", ["-qec", run, scratch.join("log")], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", TERM: "xterm", CLEW_HOME: scratch.join("home"), ...settings },
    encoding: "utf8",
    timeout: 60_000,
  });
  return stdout.replaceAll("\r\n", "\n");
}

describe.skipIf(!hasScript)("on a terminal", () => {
  test("the report of an index begins on a line that was cleared", { timeout: 60_000 }, () => {
    const shown = onTerminal(tree.path, "index", { NO_COLOR: "1" });
    const report = shown.split("\n").find((line) => line.includes("2 files in generation 1"))!;
    expect(report.slice(report.lastIndexOf("\u001b[2K") + 4)).toMatch(/^2 files in generation 1/);
  });

  test("answers are coloured unless NO_COLOR says otherwise", { timeout: 60_000 }, () => {
    expect(onTerminal(tree.path, "symbol openMenu")).toContain("\u001b[1mfunction openMenu");
    expect(onTerminal(tree.path, "symbol openMenu", { NO_COLOR: "1" })).not.toContain("\u001b[1m");
  });

  test("no path is broken in two", { timeout: 60_000 }, () => {
    const shown = onTerminal(tree.path, "search menu button", { NO_COLOR: "1" });
    const lines = shown.split("\n").filter((line) => line.includes("menu-"));
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/menu-(?:button|list)\.ts/);
    const broken = shown.split("\n").filter((line) => line.length > 80 && !/^(?:next: |\d+\| )/.test(line));
    expect(broken.filter((line) => line.trim().includes(" ") && !line.includes("\u001b"))).toEqual([]);
  });

  test.each([
    ["no files", {}, "the folder holds no files"],
    [
      "a picture",
      { "a.png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]) },
      "nothing to index, the one file seen was skipped",
    ],
  ])("a folder with %s says what was seen", { timeout: 60_000 }, (name, files, words) => {
    const folder = scratch.folder(name.replace(" ", "-")).write(files);
    const shown = onTerminal(folder.path, "index", { NO_COLOR: "1" });
    expect(shown).toContain(words);
    expect(shown).not.toContain("nothing changed");
  });
});

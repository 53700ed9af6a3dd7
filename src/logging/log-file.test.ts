import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { TempFolder } from "../testing/git-fixture.ts";
import { LogFile } from "./log-file.ts";

const scratch = new TempFolder("clew-log-file");
afterAll(() => scratch.remove());

const line = (at: number) => `${String(at).padStart(9, "0")}\n`;

test("a full file is set aside and the oldest goes; what is kept is the newest, in order", () => {
  const folder = scratch.folder("rotating").path;
  const file = new LogFile(`${folder}/log`, { maxBytes: 100, maxFiles: 3 });
  for (let at = 0; at < 57; at++) file.append(line(at));
  file.close();
  expect(readdirSync(folder).sort()).toEqual(["log", "log.1", "log.2"]);
  const kept = ["log.2", "log.1", "log"].map((name) => readFileSync(`${folder}/${name}`, "utf8")).join("");
  expect(kept).toBe(Array.from({ length: 27 }, (_, at) => line(30 + at)).join(""));
});

test("a process goes on in the new file when another set the old one aside", () => {
  const folder = scratch.folder("two").path;
  const options = { maxBytes: 100, maxFiles: 2 };
  const [one, two] = [new LogFile(`${folder}/log`, options), new LogFile(`${folder}/log`, options)];
  two.append(line(0));
  for (let at = 1; at < 12; at++) one.append(line(at));
  two.append(line(12));
  expect(readFileSync(`${folder}/log`, "utf8")).toBe(line(10) + line(11) + line(12));
  one.close();
  two.close();
});

test("is for the user alone, and one file when one is kept", () => {
  const folder = scratch.folder("alone").path;
  const file = new LogFile(`${folder}/log`, { maxBytes: 20, maxFiles: 1 });
  for (let at = 0; at < 5; at++) file.append(line(at));
  file.close();
  expect(statSync(`${folder}/log`).mode & 0o777).toBe(0o600);
  expect(existsSync(`${folder}/log.1`)).toBe(false);
});

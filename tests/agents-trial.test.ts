import { describe, expect, it } from "vitest";
import { refusalOf } from "../bench/agents/allowed-command.mjs";
import { judge } from "../bench/agents/score-answers.mjs";
import { sheetOf } from "../bench/agents/sheets.mjs";
import { ARMS, KINDS, readRepositories, readTasks } from "../bench/agents/tasks.mjs";
import { sharedWords } from "../bench/agents/user-words.mjs";

describe("a look", () => {
  it.each([
    ["g", `rg -n "a|b" src | head -20`],
    ["g", "sed -n 1,20p a.ts; wc -l b.ts"],
    ["g", `rg -n "/api-keys" backend`],
    ["g", "rg -n word src 2>/dev/null | head -5"],
    ["c", `clew search "how does $x work; and y"`],
    ["c", "clew trace A.b | head -3"],
  ])("of arm %s may be %s", (arm, command) => {
    expect(refusalOf(arm, command)).toBeNull();
  });

  it.each([
    ["g", "clew search x"],
    ["g", "git log"],
    ["g", "cat ../tasks/flow.json"],
    ["g", "cat /etc/passwd"],
    ["g", "rg x .git"],
    ["g", "cat a.ts > b.ts"],
    ["g", "cat $(ls)"],
    ["g", `cat "$(git log)"`],
    ["g", "cat `ls`"],
    ["g", "sed -i s/a/b/ a.ts"],
    ["g", "find . -exec git log ;"],
    ["g", "ls & git log"],
    ["g", "ls\ngit log"],
    ["c", "clew purge a.ts"],
    ["c", "clew search x --repo other"],
  ])("of arm %s may not be %s", (arm, command) => {
    expect(refusalOf(arm, command)).toBeTypeOf("string");
  });
});

describe("the tasks", () => {
  const repositories = new Set(readRepositories().map((repository) => repository.name));

  it.each(KINDS)("of kind %s are at least twelve, in repositories of the trial", (kind) => {
    const tasks = readTasks(kind);
    expect(tasks.length).toBeGreaterThanOrEqual(12);
    for (const task of tasks) expect(repositories).toContain(task.repository);
  });

  it.each(KINDS)("of kind %s get the same words in both arms, and no sheet says an answer", (kind) => {
    const commands = { look: "look", answer: "answer" };
    const [grep = "", clew = ""] = ARMS.map((arm) => sheetOf(arm, kind, commands));
    const listOf = (sheet: string) => sheet.slice(sheet.indexOf("## Tasks"));
    expect(listOf(clew)).toBe(listOf(grep));
    expect(grep).not.toMatch(/clew|\{\{/);
    for (const task of readTasks(kind)) {
      const truth = [task.files ?? [], task.sites ?? [], task.stations ?? []].flat(3);
      for (const item of truth) expect(clew).not.toContain(item);
    }
  });

  it("find the words of a text that are names in a source", () => {
    expect(sharedWords("The song ends too soon.", "const song = endOf(x);")).toEqual(["song"]);
  });
});

describe("an answer", () => {
  it("counts three files at most", () => {
    const task = { id: "l0", kind: "locate", repository: "r", text: "", files: ["d.ts"] };
    expect(judge(task, ["a.ts", "b.ts", "c.ts", "d.ts"]).right).toBe(false);
    expect(judge(task, ["./d.ts"]).right).toBe(true);
  });

  it("names a site by its line", () => {
    const task = { id: "i0", kind: "impact", repository: "r", text: "", sites: ["a.ts:1", "a.ts:2"] };
    expect(judge(task, ["a.ts:1", "a.ts:3"])).toEqual({ right: false, recall: 0.5, precision: 0.5 });
  });

  it("may take one of several functions for a station, with or without its class", () => {
    const stations = [["a.rb#export"], ["b.rb#run", "b.rb#perform"]];
    const task = { id: "f0", kind: "flow", repository: "r", text: "", stations };
    expect(judge(task, ["a.rb#self.export", "b.rb#Worker.perform()"]).right).toBe(true);
    expect(judge(task, ["a.rb#import", "b.rb#run"]).recall).toBe(0.5);
  });
});

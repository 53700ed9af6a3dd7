/** From the `repo` of a call to the repositories it asks: one for every tool, several for those that span them. */
import { isAbsolute } from "node:path";
import type { Engine } from "../engine/engine.ts";
import type { ToolCall, ToolDefinition } from "./contract.ts";
import { invalidInput } from "./parse-input.ts";

export type Asked = Pick<ToolCall, "root" | "scope">;

/** `from`: the folder that relative paths start at; asked for only when there is one. */
export async function chooseRepositories(
  engine: Engine,
  tool: ToolDefinition,
  repo: unknown,
  from: () => Promise<string>,
): Promise<Asked> {
  const named = Array.isArray(repo) ? repo : [repo];
  if (named.length === 0 || !named.every((one) => typeof one === "string" && one !== ""))
    throw invalidInput(
      tool,
      `repo: expected the name of an indexed repository or the path of a folder${tool.spansRepositories ? ", or several of them" : ""}`,
    );
  const folder = named.every((one) => isAbsolute(one)) ? "/" : await from();
  if (!tool.spansRepositories) {
    if (named.length > 1) throw invalidInput(tool, "repo: it asks one repository at a time");
    return { root: await engine.findRepository(named[0], folder) };
  }
  const scope = await engine.scopeOf(named, folder);
  return scope.length === 1 ? { root: scope[0].root } : { root: scope[0].root, scope };
}

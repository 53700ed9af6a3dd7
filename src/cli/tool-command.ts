/** A tool's command: arguments and options are made from its input definition, so help and MCP schema agree. */
import { type Command, Option } from "commander";
import { answerTool } from "../tools/answer-tool.ts";
import { chooseRepositories } from "../tools/choose-repositories.ts";
import type { ToolDefinition } from "../tools/contract.ts";
import { type FieldSchema, parseInput, schemaOf } from "../tools/parse-input.ts";
import { SCOPE_SCHEMA, takeScope } from "../tools/scope-input.ts";
import { ToldCall } from "../tools/told-call.ts";
import { pathsFromRoot } from "./callers-paths.ts";
import { readFileInputs } from "./file-inputs.ts";
import { type CliContext, finish, printAside } from "./output.ts";

export function addToolCommand(program: Command, tool: ToolDefinition, context: CliContext): void {
  const command = program.command(tool.name).summary(tool.title).description(tool.description);
  const { properties, required } = schemaOf(tool);
  for (const name of tool.positional) {
    const isRequired = required.includes(name);
    // Words after the first need no quotes: `clew search how are tokens counted`.
    const isLastText = name === tool.positional.at(-1) && properties[name]?.type === "string";
    const spelled = isLastText ? `${name}...` : name;
    command.argument(isRequired ? `<${spelled}>` : `[${spelled}]`, properties[name]?.description ?? "");
  }
  for (const [name, field] of Object.entries(properties)) {
    if (!tool.positional.includes(name)) command.addOption(optionOf(name, field));
    // As the tool's argument is called: `clew changes --base main` is `clew changes main`.
    else if (!required.includes(name)) command.addOption(optionOf(name, field).hideHelp());
  }
  for (const choice of choicesOf(tool, properties))
    command.option(`--${choice}`, `short for --${tool.choiceFlags} ${choice}`);
  command.option("--budget <value>", "short for --max-tokens");
  command.option("--json", "short for --format json");
  command.option(
    "--root <folder>",
    "the folder to ask about; default: the repository around the working folder",
  );
  command.addOption(repoOption(tool));
  const scopeNames = tool.spansRepositories
    ? Object.keys(SCOPE_SCHEMA).filter((name) => !(name in properties))
    : [];
  for (const name of scopeNames)
    command.addOption(optionOf(name, SCOPE_SCHEMA[name as keyof typeof SCOPE_SCHEMA] as FieldSchema));
  command.action(async (...args: unknown[]) => {
    const given = args.slice(0, tool.positional.length) as (string | string[] | undefined)[];
    const options = args[tool.positional.length] as Record<string, unknown>;
    const typed = readInput(tool, properties, given, options);
    const told = new ToldCall(tool, { face: "cli", args: typed });
    try {
      const where = Object.fromEntries(
        ["repo", ...scopeNames].map((name) => [name, options[camelCased(name)]]),
      );
      const root = options.root as string | undefined;
      const { answer, isText } = await answerTyped(tool, context, { ...typed, ...where }, root, told);
      told.answered(answer);
      finish(context, answer, isText);
    } catch (error) {
      told.failed(error, context.signal);
      throw error;
    }
  });
}

function repoOption({ spansRepositories }: ToolDefinition): Option {
  if (!spansRepositories) return new Option("--repo <name>", "an indexed repository, or a folder");
  return new Option(
    "--repo <name>",
    "an indexed repository, or a folder; several are asked together",
  ).argParser((one: string, others: readonly string[] = []) => [...others, one]);
}

async function answerTyped(
  tool: ToolDefinition,
  context: CliContext,
  typed: Record<string, unknown>,
  root: string | undefined,
  told: ToldCall,
) {
  const { engine, signal } = context;
  const taken = takeScope(tool, typed);
  const chosen = await chooseRepositories(engine, tool, taken.asked, async () => root ?? process.cwd());
  const asked = chosen ?? { root: await context.resolveRoot(root) };
  told.asks(asked.scope?.map((member) => member.root) ?? [asked.root]);
  // Of repositories that are named, paths start at their roots.
  const meant =
    chosen === null
      ? pathsFromRoot(taken.input, asked.root, process.cwd())
      : { input: taken.input, notes: [] };
  for (const note of meant.notes) printAside(context, `note: ${note}`);
  const input = parseInput(tool, readFileInputs(meant.input, tool.fileInputs ?? []));
  const answer = await answerTool(tool, { engine, ...asked, signal }, input);
  return { answer, isText: input.format === "text" };
}

/** As commander calls an option. */
function camelCased(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function choicesOf(tool: ToolDefinition, properties: Record<string, FieldSchema>): readonly string[] {
  return tool.choiceFlags === undefined ? [] : (properties[tool.choiceFlags]?.enum ?? []);
}

function optionOf(name: string, field: FieldSchema): Option {
  const flag = `--${name.replaceAll("_", "-")}`;
  const hasDefault = field.default !== undefined && field.type !== "boolean";
  const description = `${field.description ?? ""}${hasDefault ? ` (default: ${String(field.default)})` : ""}`;
  if (field.type === "boolean") return new Option(flag, description);
  const isList = field.type === "array";
  const option = new Option(`${flag} <${isList ? "values..." : "value"}>`, description);
  if (field.enum) option.choices([...field.enum]);
  return option;
}

/** Command line → the tool's raw input; types are turned as the definition says, checked by the schema after. */
function readInput(
  tool: ToolDefinition,
  properties: Record<string, FieldSchema>,
  given: readonly (string | string[] | undefined)[],
  options: Record<string, unknown>,
): Record<string, unknown> {
  const raw: Record<string, unknown> = {};
  tool.positional.forEach((name, at) => {
    const value = given[at];
    if (value !== undefined && value.length > 0) raw[name] = Array.isArray(value) ? value.join(" ") : value;
  });
  for (const [name, field] of Object.entries(properties)) {
    const value = options[camelCased(name)];
    if (value === undefined) continue;
    const isNumber = field.type === "number" || field.type === "integer";
    raw[name] = isNumber && typeof value === "string" ? Number(value) : value;
  }
  const chosen = choicesOf(tool, properties).find((choice) => options[choice] === true);
  if (chosen !== undefined) raw[tool.choiceFlags!] = chosen;
  if (options.budget !== undefined) raw.max_tokens = Number(options.budget);
  if (options.json === true) raw.format = "json";
  return raw;
}

/** What a call says about where to ask: inputs beside those of the tool, and words typed into a short question. */
import { MAX_DEPENDENCY_DEPTH, SCOPE_KINDS, type ScopeKind, type ScopeRequest } from "../engine/engine.ts";
import type { ToolDefinition } from "./contract.ts";
import { invalidInput } from "./parse-input.ts";

/** As they came. */
export interface ScopeArguments {
  repo?: unknown;
  scope?: unknown;
  package?: unknown;
  service?: unknown;
  dependency_depth?: unknown;
  include?: unknown;
}

const INCLUDED = ["references", "documentation"] as const;

/** Of every tool that can ask several repositories, as JSON Schema; `repo` is told by each face. */
export const SCOPE_SCHEMA = {
  scope: {
    type: "string",
    enum: [...SCOPE_KINDS],
    description: "boundary-aware: with what it depends on",
  },
  package: { type: "string", description: "Only this package" },
  service: { type: "string", description: "Only this service" },
  dependency_depth: {
    type: "integer",
    minimum: 1,
    maximum: MAX_DEPENDENCY_DEPTH,
    description: "Default 2",
  },
  include: {
    type: "array",
    items: { type: "string", enum: [...INCLUDED] },
    description: "Left out of global otherwise",
  },
} as const;

const NAMES = ["repo", ...Object.keys(SCOPE_SCHEMA)] as (keyof ScopeArguments)[];

/** Takes what is about the scope out of the arguments of a call. A tool may have an input of the same name. */
export function takeScope(
  tool: ToolDefinition,
  args: Record<string, unknown>,
): { asked: ScopeArguments; input: Record<string, unknown> } {
  const names = NAMES.filter(
    (name) => name === "repo" || (tool.spansRepositories && !(name in tool.input.shape)),
  );
  const asked: ScopeArguments = {};
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const own = names.find((one) => one === name);
    if (own === undefined) input[name] = value;
    else if (value !== undefined) asked[own] = value;
  }
  if (!tool.spansRepositories) return { asked, input };
  const { typed, rest } = takeTyped(input);
  return "repo_id" in tool.input.shape
    ? { asked, input: { ...narrowed(rest, typed), ...seedNames(typed) } }
    : { asked: { ...narrowed(asked, typed), ...typed }, input: rest };
}

/** Only short questions carry filters; an issue text that holds `repo:x` means its words. */
const MAX_TYPED_QUERY = 400;
const TYPED = /(?<!\S)(repo|package):("[^"\n]{1,200}"|[^\s"]{1,200})(?=\s|$)/g;

type Typed = Pick<ScopeArguments, "repo" | "package" | "scope">;

/** What is typed is meant in the end: a scope of all does not widen it again. */
function narrowed<A extends { scope?: unknown }>(given: A, { repo, package: pack }: Typed): A {
  const isNarrower = (repo ?? pack) !== undefined && given.scope === "global";
  return isNarrower ? { ...given, scope: undefined } : given;
}

/** As tools with the inputs of the first seed call them. */
function seedNames({ repo, package: pack, scope }: Typed): Record<string, unknown> {
  return {
    ...(repo !== undefined && { repo_id: repo }),
    ...(pack !== undefined && { workspace_id: pack }),
    ...(scope !== undefined && { scope }),
  };
}

/** `repo:shop package:cart how are prices rounded`; `repo:*` asks all. */
function takeTyped(input: Record<string, unknown>): { typed: Typed; rest: Record<string, unknown> } {
  const field = ["query", "task"].find((name) => typeof input[name] === "string");
  const text = field === undefined ? "" : (input[field] as string);
  if (field === undefined || text.length > MAX_TYPED_QUERY) return { typed: {}, rest: input };
  const repos: string[] = [];
  const typed: Typed = {};
  const rest = text.replace(TYPED, (_all, key: string, raw: string) => {
    const value = raw.replace(/^"|"$/g, "");
    if (key === "package") typed.package = value;
    else if (value === "*") typed.scope = "global";
    else repos.push(value);
    return " ";
  });
  if (rest === text) return { typed: {}, rest: input };
  if (repos.length > 0) typed.repo = repos;
  return { typed, rest: { ...input, [field]: rest.trim() } };
}

/** Null: the repository around the caller is meant. */
export function scopeRequest(tool: ToolDefinition, asked: ScopeArguments): ScopeRequest | null {
  if (Object.keys(asked).length === 0) return null;
  const repositories = asked.repo === undefined ? [] : repositoriesOf(tool, asked.repo);
  const pack = textOf(tool, "package", asked.package);
  const service = textOf(tool, "service", asked.service);
  const include = listOf(tool, asked.include);
  const guessed = pack !== undefined ? "workspace" : service !== undefined ? "service" : "repository";
  const kind = asked.scope === undefined ? guessed : kindOf(tool, asked.scope);
  return {
    kind,
    repositories,
    package: pack,
    service,
    depth: depthOf(tool, asked.dependency_depth),
    includesReferences: include.includes("references"),
    includesDocumentation: include.includes("documentation"),
  };
}

function repositoriesOf(tool: ToolDefinition, repo: unknown): string[] {
  const named: unknown[] = Array.isArray(repo) ? repo : [repo];
  if (named.length > 0 && named.every((one): one is string => typeof one === "string" && one !== ""))
    return named;
  throw invalidInput(
    tool,
    `repo: expected the name of an indexed repository or the path of a folder${tool.spansRepositories ? ", or several of them" : ""}`,
  );
}

function kindOf(tool: ToolDefinition, value: unknown): ScopeKind {
  const kind = SCOPE_KINDS.find((one) => one === value);
  if (kind) return kind;
  throw invalidInput(tool, `scope: expected one of ${SCOPE_KINDS.join(", ")}`);
}

function textOf(tool: ToolDefinition, name: string, value: unknown): string | undefined {
  if (value === undefined || (typeof value === "string" && value !== "")) return value;
  throw invalidInput(tool, `${name}: expected a name`);
}

function depthOf(tool: ToolDefinition, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const depth = Number(value);
  if (Number.isInteger(depth) && depth >= 1 && depth <= MAX_DEPENDENCY_DEPTH) return depth;
  throw invalidInput(tool, `dependency_depth: expected a whole number from 1 to ${MAX_DEPENDENCY_DEPTH}`);
}

function listOf(tool: ToolDefinition, value: unknown): readonly unknown[] {
  const list: readonly unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  if (list.every((one) => INCLUDED.includes(one as (typeof INCLUDED)[number]))) return list;
  throw invalidInput(tool, `include: expected ${INCLUDED.join(" or ")}`);
}

/** GraphQL of a tree: fields of the root types over all files and their extensions, and what clients' documents ask for. */
import {
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  type TypeNode,
} from "graphql";
import type { Fields, FileProblem, GivenFile, Operation, Specification } from "../contract.ts";
import { embeddedDocuments } from "./embedded-documents.ts";

/** A document with more is generated to hurt. */
const MAX_TOKENS = 400_000;
const MAX_FIELDS = 40;
const ROOTS: ReadonlyMap<string, Operation["method"]> = new Map([
  ["Query", "query"],
  ["Mutation", "mutation"],
  ["Subscription", "subscription"],
]);

interface Parsed {
  path: string;
  document: DocumentNode;
  linesBefore: number;
}

export function isGraphQlFile(path: string): boolean {
  return /\.(?:graphqls?|gql)$/i.test(path);
}

/** One specification for each file that has something; types and root names are those of all files together. */
export function readGraphQl(files: readonly GivenFile[]): {
  specifications: Specification[];
  problems: FileProblem[];
} {
  const problems: FileProblem[] = [];
  const parsed = files.flatMap((file) => parseFile(file, problems));
  const definitions = parsed.flatMap(({ document }) => document.definitions);
  const roots = rootsOf(definitions);
  const types = typesOf(definitions);
  const byPath = new Map<string, Operation[]>();
  for (const { path, document, linesBefore } of parsed) {
    const found = document.definitions.flatMap((definition) => [
      ...offersOf(definition, roots, types),
      ...needsOf(definition, document),
    ]);
    const placed = found.map((one) => ({
      ...one,
      path,
      startLine: one.startLine + linesBefore,
      endLine: one.endLine + linesBefore,
    }));
    byPath.set(path, [...(byPath.get(path) ?? []), ...placed]);
  }
  const specifications = [...byPath].flatMap(([path, operations]): Specification[] =>
    operations.length > 0 ? [{ format: "graphql", path, operations }] : [],
  );
  return { specifications, problems };
}

function parseFile({ path, text }: GivenFile, problems: FileProblem[]): Parsed[] {
  if (!isGraphQlFile(path))
    return embeddedDocuments(text).flatMap(({ text: inner, linesBefore }) => {
      const document = parsedOrNull(inner);
      // What code puts together may be no document by itself.
      return typeof document === "string" ? [] : [{ path, document, linesBefore }];
    });
  if (/^(?:\s|#[^\n]*(?:\n|$))*$/.test(text)) return [];
  const document = parsedOrNull(text);
  if (typeof document !== "string") return [{ path, document, linesBefore: 0 }];
  problems.push({ code: "SPECIFICATION_BROKEN", message: document, path });
  return [];
}

function parsedOrNull(text: string): DocumentNode | string {
  try {
    return parse(text, { maxTokens: MAX_TOKENS, allowLegacyFragmentVariables: true });
  } catch (error) {
    return String((error as Error).message)
      .split("\n")[0]!
      .slice(0, 200);
  }
}

/** `schema { query: Root }` names them; without it they have their usual names. */
function rootsOf(definitions: readonly DefinitionNode[]): ReadonlyMap<string, string> {
  const named = definitions.flatMap((one) =>
    one.kind === Kind.SCHEMA_DEFINITION || one.kind === Kind.SCHEMA_EXTENSION
      ? (one.operationTypes ?? []).map(({ type, operation }): [string, string] => [
          type.name.value,
          operation,
        ])
      : [],
  );
  return new Map([...ROOTS, ...named]);
}

function typesOf(definitions: readonly DefinitionNode[]): ReadonlyMap<string, Fields> {
  const types = new Map<string, Record<string, string>>();
  for (const one of definitions) {
    if (!("fields" in one) || !one.fields) continue;
    const fields = types.get(one.name.value) ?? {};
    for (const { name, type } of one.fields)
      if (Object.keys(fields).length < MAX_FIELDS) fields[name.value] = print(type);
    types.set(one.name.value, fields);
  }
  return types;
}

function offersOf(
  definition: DefinitionNode,
  roots: ReadonlyMap<string, string>,
  types: ReadonlyMap<string, Fields>,
): Operation[] {
  if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION)
    return [];
  const method = roots.get(definition.name.value);
  if (method === undefined) return [];
  return (definition.fields ?? []).map((field) => offerOf(field, method, definition.name.value, types));
}

function offerOf(
  { name, description, arguments: given = [], type, loc }: FieldDefinitionNode,
  method: string,
  root: string,
  types: ReadonlyMap<string, Fields>,
): Operation {
  const summary = description?.value.trim().split("\n")[0]?.slice(0, 200);
  const request = Object.fromEntries(given.map((one) => [one.name.value, print(one.type)]));
  const returned = types.get(namedType(type)) ?? {};
  return {
    kind: "graphql",
    side: "offers",
    method,
    name: name.value,
    bases: [],
    id: `${root}.${name.value}`,
    ...(summary ? { summary } : {}),
    ...(given.length > 0 && { request }),
    responses: { [print(type)]: returned },
    path: "",
    startLine: loc?.startToken.line ?? 1,
    endLine: loc?.endToken.line ?? 1,
  };
}

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type);
}

/** One for each field of the root that an operation selects. */
function needsOf(definition: DefinitionNode, document: DocumentNode): Operation[] {
  if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
  const fields = new Set(rootFields(definition.selectionSet, document, 0));
  return [...fields].filter((name) => !name.startsWith("__")).map((name) => needOf(definition, name));
}

function needOf({ operation, name, loc }: OperationDefinitionNode, field: string): Operation {
  return {
    kind: "graphql",
    side: "needs",
    method: operation,
    name: field,
    bases: [],
    ...(name ? { id: name.value } : {}),
    path: "",
    startLine: loc?.startToken.line ?? 1,
    endLine: loc?.endToken.line ?? 1,
  };
}

const MAX_SPREADS = 4;

function rootFields({ selections }: SelectionSetNode, document: DocumentNode, depth: number): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (depth >= MAX_SPREADS) return [];
    if (selection.kind === Kind.INLINE_FRAGMENT)
      return rootFields(selection.selectionSet, document, depth + 1);
    const fragment = document.definitions.find(
      (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === selection.name.value,
    );
    return fragment?.kind === Kind.FRAGMENT_DEFINITION
      ? rootFields(fragment.selectionSet, document, depth + 1)
      : [];
  });
}

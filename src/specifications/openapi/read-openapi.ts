/** OpenAPI 3.x and its predecessor Swagger 2: every operation of every path, lenient where real files are wrong. */
import type { Fields, Operation, Specification } from "../contract.ts";
import type { References } from "../references.ts";
import { fieldsOf, typeOf } from "../schema-fields.ts";
import { childOf, entriesOf, itemsOf, type TreeNode, textAt, textOf } from "../yaml-tree.ts";

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]);
const JSON_TYPE = /^application\/(?:[\w.+-]*\+)?json\b/;

export function isOpenApi(root: TreeNode): boolean {
  const version = textAt(root, "openapi") ?? textAt(root, "swagger");
  return version !== null && /^[23](?:\.|$)/.test(version);
}

/** `most`: operations beyond it are left out, and `isCut` says so. */
export function readOpenApi(
  root: TreeNode,
  references: References,
  most: number,
): { specification: Specification; isCut: boolean } {
  const info = childOf(root, "info");
  const title = info ? textAt(info, "title") : null;
  const bases = basesOf(root);
  const operations: Operation[] = [];
  let isCut = false;
  const paths = childOf(root, "paths");
  for (const { key: path, value } of paths ? entriesOf(paths) : []) {
    if (path.startsWith("x-")) continue;
    const item = references.follow(value);
    for (const { key, startLine, value: operation } of item ? entriesOf(item) : []) {
      if (!METHODS.has(key.toLowerCase())) continue;
      isCut ||= operations.length >= most;
      if (!isCut)
        operations.push(
          operationOf({ path, method: key, startLine, operation, item: item!, bases }, references),
        );
    }
  }
  const specification: Specification = { format: "openapi", path: root.tree.path, operations };
  return { specification: title === null ? specification : { ...specification, title }, isCut };
}

interface Found {
  path: string;
  method: string;
  startLine: number;
  operation: TreeNode;
  item: TreeNode;
  bases: readonly string[];
}

function operationOf(
  { path, method, startLine, operation, item, bases }: Found,
  references: References,
): Operation {
  const at = references.follow(operation) ?? operation;
  const own = childOf(at, "servers") ?? childOf(item, "servers");
  const id = textAt(at, "operationId");
  const summary = textAt(at, "summary") ?? firstLine(textAt(at, "description"));
  const controller = textAt(at, "x-openapi-router-controller") ?? textAt(item, "x-openapi-router-controller");
  const request = requestOf(at, item, references);
  const responses = responsesOf(at, references);
  return {
    kind: "route",
    side: "offers",
    method: method.toUpperCase(),
    name: path,
    bases: own ? serversOf(own) : bases,
    ...(id === null ? {} : { id: controller === null ? id : `${controller}.${id}` }),
    ...(summary === null || summary === "" ? {} : { summary }),
    ...(Object.keys(request).length > 0 && { request }),
    ...(Object.keys(responses).length > 0 && { responses }),
    path: operation.tree.path,
    startLine,
    endLine: Math.max(startLine, operation.tree.endLine(operation.node)),
  };
}

function firstLine(text: string | null): string | null {
  return text === null ? null : text.trim().split("\n")[0]!.slice(0, 200);
}

function requestOf(operation: TreeNode, item: TreeNode, references: References): Fields {
  const fields: Record<string, string> = {};
  for (const at of [childOf(item, "parameters"), childOf(operation, "parameters")])
    for (const one of at ? itemsOf(at) : []) {
      const parameter = references.follow(one);
      const name = parameter && textAt(parameter, "name");
      const place = parameter && textAt(parameter, "in");
      if (!parameter || !name || place === "header" || place === "cookie") continue;
      const schema = childOf(parameter, "schema");
      if (place === "body" && schema) Object.assign(fields, fieldsOf(schema, references));
      else fields[name] = schema ? typeOf(schema, 0) : typeOf(parameter, 0);
    }
  const body = childOf(operation, "requestBody");
  const schema = body && contentSchema(body, references);
  return schema ? { ...fields, ...fieldsOf(schema, references) } : fields;
}

function responsesOf(operation: TreeNode, references: References): Record<string, Fields> {
  const responses: Record<string, Fields> = {};
  const all = childOf(operation, "responses");
  for (const { key, value } of all ? entriesOf(all) : []) {
    if (key.startsWith("x-")) continue;
    const response = references.follow(value);
    const schema = response && (childOf(response, "schema") ?? contentSchema(response, references));
    responses[key] = schema ? fieldsOf(schema, references) : {};
  }
  return responses;
}

/** Of the JSON body where there is one, else of the first. */
function contentSchema(at: TreeNode, references: References): TreeNode | null {
  const place = references.follow(at);
  const content = place && childOf(place, "content");
  const kinds = content ? entriesOf(content) : [];
  const best = kinds.find(({ key }) => JSON_TYPE.test(key)) ?? kinds[0];
  return best ? childOf(best.value, "schema") : null;
}

function basesOf(root: TreeNode): string[] {
  const servers = childOf(root, "servers");
  if (servers) return serversOf(servers);
  const base = textAt(root, "basePath");
  const host = textAt(root, "host");
  if (base === null && host === null) return [];
  return [host === null ? base! : `http://${host}${base ?? ""}`];
}

/** Variables of an address by their defaults. */
function serversOf(servers: TreeNode): string[] {
  return itemsOf(servers).flatMap((server) => {
    const url = textAt(server, "url");
    const variables = childOf(server, "variables");
    return url === null
      ? []
      : [url.replace(/\{([^}]*)\}/g, (all, name: string) => textOf(defaultOf(variables, name)) ?? all)];
  });
}

function defaultOf(variables: TreeNode | null, name: string): TreeNode | null {
  const variable = variables && childOf(variables, name);
  return variable && childOf(variable, "default");
}

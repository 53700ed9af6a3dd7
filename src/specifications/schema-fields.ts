/** A JSON schema as the names and types of its fields: one level, as a reader of an answer needs it. */
import type { Fields } from "./contract.ts";
import type { References } from "./references.ts";
import { childOf, entriesOf, itemsOf, type TreeNode, textAt, textOf } from "./yaml-tree.ts";

const MAX_FIELDS = 40;
/** `allOf` in `allOf`. */
const MAX_DEPTH = 6;

export function fieldsOf(schema: TreeNode, references: References): Fields {
  const fields: Record<string, string> = {};
  collect(schema, references, fields, 0);
  return fields;
}

function collect(at: TreeNode, references: References, into: Record<string, string>, depth: number): void {
  const schema = references.follow(at);
  if (!schema || depth > MAX_DEPTH) return;
  const properties = childOf(schema, "properties");
  for (const { key, value } of properties ? entriesOf(properties) : []) {
    if (Object.keys(into).length >= MAX_FIELDS) return;
    into[key] = typeOf(value, 0);
  }
  const parts = childOf(schema, "allOf") ?? childOf(schema, "oneOf") ?? childOf(schema, "anyOf");
  for (const part of parts ? itemsOf(parts) : []) collect(part, references, into, depth + 1);
  if (Object.keys(into).length === 0 && !properties && !parts) {
    const type = typeOf(schema, 0);
    if (type !== "object") into[""] = type;
  }
}

/** `string`, `User`, `Item[]`; of a choice all of its types. */
export function typeOf(schema: TreeNode, depth: number): string {
  const reference = textAt(schema, "$ref");
  if (reference !== null) return lastStep(reference);
  const items = childOf(schema, "items");
  if (items) return depth < MAX_DEPTH ? `${typeOf(items, depth + 1)}[]` : "array";
  const choices = childOf(schema, "oneOf") ?? childOf(schema, "anyOf");
  if (choices && depth < MAX_DEPTH)
    return itemsOf(choices)
      .slice(0, 6)
      .map((one) => typeOf(one, depth + 1))
      .join(" | ");
  const type = childOf(schema, "type");
  const names = type
    ? type.tree.isList(type.node)
      ? itemsOf(type).map((one) => textOf(one))
      : [textOf(type)]
    : [];
  return names.filter(Boolean).join(" | ") || (childOf(schema, "enum") ? "string" : "object");
}

function lastStep(reference: string): string {
  const file = reference.replace(/#$/, "");
  return file
    .slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("#")) + 1)
    .replace(/\.(?:ya?ml|json)$/, "");
}

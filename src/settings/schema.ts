/** The table as a tree, along the paths of its rows. */
import type { SettingRow } from "./setting-row.ts";
import { SETTINGS, type SettingName } from "./table.ts";

export interface SettingNode {
  kind: "setting";
  name: SettingName;
  row: SettingRow;
}

export type SchemaNode =
  | SettingNode
  | { kind: "group"; fields: ReadonlyMap<string, SchemaNode> }
  /** One entry for every name that the user gives. */
  | { kind: "each"; entry: SchemaNode };

/** The row of a name that is no path. */
export const FLAT_NAMES: ReadonlyMap<string, SettingNode> = new Map(
  settingNodes()
    .filter((node) => !node.name.includes("."))
    .map((node) => [node.name, node]),
);

export const ROOT_FIELDS: ReadonlyMap<string, SchemaNode> = fieldsOf(
  settingNodes().map((node) => ({ rest: node.row.path.split("."), node })),
);

function settingNodes(): SettingNode[] {
  const rows = Object.entries(SETTINGS) as [SettingName, SettingRow][];
  return rows.map(([name, row]) => ({ kind: "setting", name, row }));
}

interface Branch {
  rest: readonly string[];
  node: SettingNode;
}

function fieldsOf(branches: readonly Branch[]): Map<string, SchemaNode> {
  const keys = new Set(branches.map(({ rest }) => rest[0]!));
  return new Map([...keys].map((key) => [key, nodeOf(branches.filter(({ rest }) => rest[0] === key))]));
}

function nodeOf(branches: readonly Branch[]): SchemaNode {
  const [first] = branches;
  const below = branches.map(({ rest, node }) => ({ rest: rest.slice(1), node }));
  if (first!.rest.length === 1) return first!.node;
  const fields = fieldsOf(below);
  const entry = fields.get("*");
  return entry ? { kind: "each", entry } : { kind: "group", fields };
}

/** The CLEW_* variables that are set, as a layer. */
import { nameFault, nameInEnvironment } from "./given-name.ts";
import type { Assignment, Fault, SettingsLayer } from "./layer.ts";
import { FLAT_NAMES, ROOT_FIELDS, type SchemaNode, type SettingNode } from "./schema.ts";

/** `known`: names that files gave so far, by the setting they stand in (`repositories`, `scopes`). */
export function readEnvironment(
  env: NodeJS.ProcessEnv,
  known: Readonly<Record<string, Iterable<string>>>,
): SettingsLayer {
  const assignments: Assignment[] = [];
  const faults: Fault[] = [];
  for (const node of FLAT_NAMES.values()) {
    const { env: variable, path } = node.row;
    const raw = env[variable];
    if (isSet(raw)) assignments.push({ node, path: path.split("."), raw, spelled: variable });
  }
  for (const [section, node] of ROOT_FIELDS) {
    if (node.kind !== "each") continue;
    for (const variable of Object.keys(env).sort()) {
      const raw = env[variable];
      if (!variable.startsWith(`CLEW_${section.toUpperCase()}_`) || !isSet(raw)) continue;
      const read = readNamed(variable, settingsBelow(node), known[section] ?? []);
      if (read) assignments.push({ ...read, raw, spelled: variable });
      else
        faults.push({
          spelled: variable,
          what: "is not a setting",
          fix: `known are ${variablesBelow(node)}`,
        });
    }
  }
  return { source: "environment", isRepository: false, assignments, faults };
}

function isSet(raw: string | undefined): raw is string {
  return raw !== undefined && raw !== "";
}

/** Which entry's setting a variable with a name in it means. */
function readNamed(
  variable: string,
  nodes: readonly SettingNode[],
  known: Iterable<string>,
): Pick<Assignment, "node" | "path"> | null {
  for (const node of nodes) {
    const [before, after] = node.row.env.split("<NAME>") as [string, string];
    if (!variable.startsWith(before) || !variable.endsWith(after)) continue;
    const spelled = variable.slice(before.length, variable.length - after.length);
    const name = nameInEnvironment(spelled, known);
    if (nameFault(name) !== null) continue;
    return { node, path: node.row.path.split(".").map((key) => (key === "*" ? name : key)) };
  }
  return null;
}

function settingsBelow(node: SchemaNode): SettingNode[] {
  if (node.kind === "setting") return [node];
  return node.kind === "each" ? settingsBelow(node.entry) : [...node.fields.values()].flatMap(settingsBelow);
}

function variablesBelow(node: SchemaNode): string {
  return settingsBelow(node)
    .map(({ row }) => row.env)
    .join(", ");
}

/** The JSON text of a file as a layer. */
import { JsonSyntaxError, parseJsonc } from "../core/jsonc-tree.ts";
import { closestName } from "./closest-name.ts";
import { nameFault } from "./given-name.ts";
import { type Assignment, type Fault, quoteValue, type SettingsLayer } from "./layer.ts";
import { FLAT_NAMES, ROOT_FIELDS, type SchemaNode } from "./schema.ts";
import { SETTINGS } from "./table.ts";

export function readFileLayer(source: string, text: string, isRepository: boolean): SettingsLayer {
  const reading = new FileReading();
  const parsed = parseJson(text);
  if ("fault" in parsed) reading.faults.push(parsed.fault);
  else reading.readTop(parsed.value);
  return { source, isRepository, assignments: reading.assignments, faults: reading.faults };
}

type JsonObject = Record<string, unknown>;

class FileReading {
  readonly assignments: Assignment[] = [];
  readonly faults: Fault[] = [];

  readTop(values: JsonObject): void {
    for (const [key, raw] of Object.entries(values)) {
      const flat = FLAT_NAMES.get(key);
      const node = flat ?? ROOT_FIELDS.get(key);
      if (node) this.#read(node, flat ? flat.row.path.split(".") : [key], key, raw);
      else this.#addUnknown(key, key, [...FLAT_NAMES.keys(), ...ROOT_FIELDS.keys()]);
    }
  }

  /** `spelled`: the keys on the way here, as the file has them. */
  #read(node: SchemaNode, path: readonly string[], spelled: string, raw: unknown): void {
    if (node.kind === "setting") {
      this.assignments.push({ node, path, raw, spelled });
      return;
    }
    if (!isObject(raw)) {
      const fix = node.kind === "each" ? "an object with a name for every entry" : objectOf(node.fields);
      this.faults.push({ spelled, what: `is ${quoteValue(raw)}`, fix: `expected: ${fix}` });
      return;
    }
    for (const [key, value] of Object.entries(raw)) {
      const at = `${spelled}.${key}`;
      if (node.kind === "each") this.#readEntry(node.entry, [...path, key], at, value);
      else if (node.fields.has(key)) this.#read(node.fields.get(key)!, [...path, key], at, value);
      else this.#addUnknown(at, key, node.fields.keys());
    }
  }

  #readEntry(entry: SchemaNode, path: readonly string[], spelled: string, raw: unknown): void {
    const fault = nameFault(path.at(-1)!);
    if (fault) this.faults.push({ spelled, what: "is no name", fix: `a name ${fault}` });
    else this.#read(entry, path, spelled, raw);
  }

  #addUnknown(spelled: string, key: string, siblings: Iterable<string>): void {
    const known = [...siblings];
    const meant = closestName(key, known) ?? sameElsewhere(key);
    const fix = meant ? `did you mean ${meant}?` : `known are ${known.join(", ")}`;
    this.faults.push({ spelled, what: "is not a setting", fix });
  }
}

/** A setting of that name in another section than the one it was looked for in. */
function sameElsewhere(key: string): string | null {
  const rows = Object.entries(SETTINGS).filter(([name]) => !name.includes("*"));
  const found = rows.find(([name, { path }]) => name === key || path.split(".").at(-1) === key);
  return found ? found[1].path : null;
}

function objectOf(fields: ReadonlyMap<string, SchemaNode>): string {
  return `an object with ${[...fields.keys()].join(", ")}`;
}

function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function parseJson(text: string): { value: JsonObject } | { fault: Fault } {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (isObject(value)) return { value };
  } catch {
    const fix = "correct it; JSON has no comments and no comma before a closing bracket";
    return { fault: { spelled: null, what: `is not valid JSON${placeOfFault(text)}`, fix } };
  }
  return { fault: { spelled: null, what: "must hold a JSON object", fix: "put { } around the settings" } };
}

/** What JSON.parse says quotes the file and has no place in it. */
function placeOfFault(text: string): string {
  try {
    parseJsonc(text);
    return "";
  } catch (error) {
    if (error instanceof JsonSyntaxError) return `: line ${error.line}, ${error.message}`;
    throw error;
  }
}

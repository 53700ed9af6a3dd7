/** What the body of a model of Django says of it. */
import type { FrameworkFile } from "../contract.ts";
import { type ModelShape, propertiesOf } from "../models.ts";

const FIELD = /(?:Field|Key)$/;
const ASSOCIATION =
  /^(?:ForeignKey|OneToOneField|ManyToManyField|GenericForeignKey|GenericRelation|ParentalKey)$/;
const OTHER = /\b\w+\(\s*(?:to\s*=\s*)?(?:["']([\w.]+)["']|([A-Za-z_][\w.]*))/;

/** A class of `models.py` that derives from another may be a manager, a choice, a set of objects. */
export function isModel(file: FrameworkFile, at: number): boolean {
  const { bases } = file.symbols[at]!;
  const isNone = bases.some(({ name }) => /(?:Manager|QuerySet|Choices|Enum|Exception|Error)$/.test(name));
  if (isNone) return false;
  const isDirect = bases.some(({ name }) => /(?:^|\.)Model$/.test(name));
  return isDirect || fieldsOf(file, at).length > 0;
}

function fieldsOf(file: FrameworkFile, at: number): ReturnType<typeof propertiesOf> {
  return propertiesOf(file, at).filter(({ value }) => value?.kind === "call" && FIELD.test(value.name));
}

export function modelShape(file: FrameworkFile, at: number): ModelShape {
  const columns: string[] = [];
  const associations: string[] = [];
  for (const { name, value, signature } of fieldsOf(file, at)) {
    if (!ASSOCIATION.test(value!.name)) {
      columns.push(`${name}: ${value!.name}`);
      continue;
    }
    const [, text, written] = OTHER.exec(signature.slice(signature.indexOf("=") + 1)) ?? [];
    const other = text ?? written;
    associations.push(`${value!.name} ${name}${other === undefined ? "" : `: ${other}`}`);
  }
  return { table: tableOf(file, at), columns, associations };
}

/** As `Meta` says; otherwise the name of the application, which is its folder, before that of the class. */
function tableOf({ symbols, path }: FrameworkFile, at: number): string | undefined {
  const { qualifiedName, name } = symbols[at]!;
  const meta = symbols.filter((one) => one.qualifiedName.startsWith(`${qualifiedName}.Meta.`));
  const told = meta.find((one) => one.name === "db_table")?.literal;
  if (told !== undefined) return told;
  if (meta.some((one) => one.name === "abstract" && /=\s*True/.test(one.signature))) return undefined;
  const label = meta.find((one) => one.name === "app_label")?.literal;
  const folder = /(?:^|\/)([^/]+)\/models(?:\.py|\/)/.exec(path)?.[1];
  const app = label ?? folder;
  return app === undefined ? undefined : `${app}_${name.toLowerCase()}`;
}

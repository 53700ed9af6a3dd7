/** What the body of a class of ActiveRecord says of it. */
import type { CallFact } from "../../core/facts.ts";
import { pathsGiven, wordsGiven } from "../arguments.ts";
import type { Details, FrameworkFile } from "../contract.ts";
import { detailsOf, pluralOf, snakeCase } from "../models.ts";

const ASSOCIATION = /^(?:belongs_to|has_one|has_many|has_and_belongs_to_many)$/;
const CALLBACK =
  /^(?:before|after|around)_(?:validation|save|create|update|destroy|commit|create_commit|update_commit|destroy_commit|save_commit|initialize|find|touch|rollback)$/;
const VALIDATION = /^validates(?:_\w+_of)?$/;

/** Columns stand in the schema, under the table. */
export function modelDetails(file: FrameworkFile, model: number): Details {
  // Associations and scopes are symbols of their own.
  const own = file.calls.filter(
    ({ from, receiver }) =>
      receiver === undefined && (from === model || file.symbols[from]?.parent === model),
  );
  return detailsOf({
    table: tableOf(file, model),
    associations: own.filter(({ name }) => ASSOCIATION.test(name)).flatMap(associationOf),
    validations: own
      .filter(({ name }) => VALIDATION.test(name))
      .flatMap(({ arguments: given }) => plain(given)),
    callbacks: own
      .filter(({ name }) => CALLBACK.test(name))
      .flatMap(({ name, arguments: given }) => plain(given).map((method) => `${name} ${method}`)),
    scopes: own
      .filter(({ name }) => name === "scope")
      .flatMap(({ arguments: given }) => pathsGiven(given, 0)),
  });
}

/** `Shop::OrderLine` is `order_lines`; the name that `table_name=` gives is no fact of a call. */
function tableOf({ symbols }: FrameworkFile, model: number): string {
  return pluralOf(snakeCase(symbols[model]!.name.replace(/^.*::/s, "")));
}

function associationOf({ name, arguments: given }: CallFact): string[] {
  const [other] = wordsGiven(given, "class_name");
  return plain(given).map((target) => `${name} ${target}${other === undefined ? "" : `: ${other}`}`);
}

function plain(given: CallFact["arguments"]): string[] {
  return given
    .filter(({ name, key, text }) => name === undefined && key === undefined && text !== "")
    .map(({ text }) => text);
}

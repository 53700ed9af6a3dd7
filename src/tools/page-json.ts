/** An answer for programs, cut to its budget: whole items, in the order of the lists. */
import type { AnswerData, Position } from "./contract.ts";
import { countFitting, fits } from "./fit-budget.ts";
import { toJson } from "./to-json.ts";

export interface JsonPageOptions {
  maxTokens: number;
  position: Position;
  /** Generation and freshness. */
  base: Record<string, unknown>;
  cursorFor: (position: Position) => string;
  hasCursor: boolean;
}

interface Item {
  list: string;
  value: unknown;
}

export function pageJson(data: AnswerData, given: JsonPageOptions): string {
  const { fields, lists = {}, tail = [] } = data;
  const options: JsonPageOptions = {
    ...given,
    cursorFor: (position) => given.cursorFor([...position, ...tail]),
  };
  const items = Object.entries(lists).flatMap(([list, values]) => values.map((value) => ({ list, value })));
  const from = options.position[0] ?? 0;
  const rest = items.slice(from);
  const whole = options.position.length === 0 ? { ...options.base, ...fields } : options.base;
  for (const around of [whole, { ...options.base, cut: "fields; raise max_tokens" }]) {
    const page = fitItems(around, Object.keys(lists), rest, from, options);
    if (page) return page;
  }
  // One item is larger than the budget: it is named as left out, and the next call goes on behind it.
  const more = rest.length > 1 ? [from + 1] : null;
  return pageOf({ cut: "1 item; raise max_tokens" }, [], [], more, options);
}

function fitItems(
  around: Record<string, unknown>,
  names: readonly string[],
  rest: readonly Item[],
  from: number,
  options: JsonPageOptions,
): string | null {
  const cutAt = (count: number) =>
    pageOf(around, names, rest.slice(0, count), count < rest.length ? [from + count] : null, options);
  const pieces = rest.map((item) => toJson(item.value, 0));
  const kept = countFitting(pieces, cutAt, options.maxTokens);
  const page = cutAt(kept);
  const hasProgress = kept > 0 || rest.length === 0;
  return hasProgress && fits(page, options.maxTokens) ? page : null;
}

function pageOf(
  around: Record<string, unknown>,
  names: readonly string[],
  items: readonly Item[],
  more: Position | null,
  options: JsonPageOptions,
): string {
  const value: Record<string, unknown> = { ...around };
  for (const name of names) value[name] = items.filter(({ list }) => list === name).map((item) => item.value);
  if (more && options.hasCursor) value.cursor = options.cursorFor(more);
  return toJson(value, 0);
}

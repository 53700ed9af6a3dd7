/** An answer for programs, cut to its budget: whole items, in the order of the lists. */

import type { AnswerData, Position } from "./contract.ts";
import { countFitting, fits } from "./fit-budget.ts";
import { NOTICE } from "./notice.ts";
import { plainValue, toJson } from "./to-json.ts";

export interface DataPageOptions {
  maxTokens: number;
  position: Position;
  /** Generation and freshness. */
  base: Record<string, unknown>;
  cursorFor: (position: Position) => string;
  hasCursor: boolean;
}

export interface DataPage {
  /** Plain values: what the text says when it is read as JSON. */
  value: Record<string, unknown>;
  json: string;
}

interface Item {
  list: string;
  value: unknown;
}

export function pageData(data: AnswerData, given: DataPageOptions): DataPage {
  const { fields, lists = {}, tail = [] } = data;
  const options: DataPageOptions = {
    ...given,
    cursorFor: (position) => given.cursorFor([...position, ...tail]),
  };
  const items = Object.entries(lists).flatMap(([list, values]) => values.map((value) => ({ list, value })));
  const from = options.position[0] ?? 0;
  const rest = items.slice(from).map(({ list, value }) => ({ list, value: plainValue(value) }));
  const base = plainFields(options.base);
  const whole = options.position.length === 0 ? { ...base, ...plainFields(fields) } : base;
  for (const around of [whole, { ...base, cut: "fields; raise max_tokens" }]) {
    const page = fitItems(around, Object.keys(lists), rest, from, options);
    if (page) return page;
  }
  // One item is larger than the budget: it is named as left out, and the next call goes on behind it.
  const more = rest.length > 1 ? [from + 1] : null;
  return printed(pageOf({ cut: "1 item; raise max_tokens" }, [], [], more, options));
}

function plainFields(fields: Record<string, unknown>): Record<string, unknown> {
  return plainValue(fields) as Record<string, unknown>;
}

function fitItems(
  around: Record<string, unknown>,
  names: readonly string[],
  rest: readonly Item[],
  from: number,
  options: DataPageOptions,
): DataPage | null {
  const cutAt = (count: number) =>
    pageOf(around, names, rest.slice(0, count), count < rest.length ? [from + count] : null, options);
  const pieces = rest.map((item) => toJson(item.value, 0));
  const kept = countFitting(pieces, (count) => toJson(cutAt(count), 0), options.maxTokens);
  const page = printed(cutAt(kept));
  const hasProgress = kept > 0 || rest.length === 0;
  return hasProgress && fits(page.json, options.maxTokens) ? page : null;
}

function printed(value: Record<string, unknown>): DataPage {
  return { value, json: toJson(value, 0) };
}

function pageOf(
  around: Record<string, unknown>,
  names: readonly string[],
  items: readonly Item[],
  more: Position | null,
  options: DataPageOptions,
): Record<string, unknown> {
  const value: Record<string, unknown> = { notice: NOTICE, ...around };
  for (const name of names) value[name] = items.filter(({ list }) => list === name).map((item) => item.value);
  if (more && options.hasCursor) value.cursor = options.cursorFor(more);
  return value;
}

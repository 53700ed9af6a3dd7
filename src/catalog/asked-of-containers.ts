/**
 * What classes ask a container for, where any class may be made by one: looked for in the files that name what is
 * given, so that classes which no container has to do with are not read.
 */
import type { Contract, FrameworkFile, FrameworkOutline, FrameworkRule } from "../frameworks/contract.ts";
import type { ViewFile, ViewReader } from "../storage/contract.ts";
import { outlineOf } from "./outline-of.ts";
import { contentsWith, MAX_WITHOUT_WORDS } from "./rules-by-signs.ts";

type AskingRule = FrameworkRule & Required<Pick<FrameworkRule, "asks">>;

export function isAsking(rule: FrameworkRule): rule is AskingRule {
  return rule.asks !== undefined;
}

/** All that a file asks for, whether it is given or not. */
export function askedIn(outline: FrameworkOutline, rules: readonly FrameworkRule[]): Contract[] {
  const file: FrameworkFile = { ...outline, calls: [], annotations: [], hasAllLiterals: true };
  return rules.filter(isAsking).flatMap((rule) => (speaks(rule, file) ? rule.asks(file) : []));
}

/** What is asked for and given by the same framework, in the order of rules, then of files. */
export async function askedOfContainers(
  reader: Pick<ViewReader, "postings" | "outlines">,
  files: readonly ViewFile[],
  rules: readonly FrameworkRule[],
  offers: readonly Contract[],
): Promise<Contract[]> {
  const asked: Contract[] = [];
  for (const rule of rules.filter(isAsking)) {
    const given = new Set(
      offers.flatMap(({ kind, key, details }) =>
        kind === "injection" && details.framework === rule.id ? [key] : [],
      ),
    );
    if (given.size === 0) continue;
    const naming = await filesNaming(
      reader,
      files.filter((file) => speaks(rule, file)),
      given,
    );
    const outlines = await reader.outlines(naming.map(({ blob }) => blob));
    for (const [at, file] of naming.entries())
      asked.push(...askedIn(outlineOf(file, outlines[at]!), [rule]).filter(({ key }) => given.has(key)));
  }
  return asked;
}

function speaks({ looksAt }: FrameworkRule, { language }: Pick<ViewFile, "language">): boolean {
  return looksAt.languages?.includes(language) ?? true;
}

async function filesNaming(
  reader: Pick<ViewReader, "postings">,
  files: readonly ViewFile[],
  names: ReadonlySet<string>,
): Promise<readonly ViewFile[]> {
  if (files.length <= MAX_WITHOUT_WORDS) return files;
  const [holding] = await contentsWith(reader, [[...names].map((name) => [name])]);
  return files.filter(({ blob }) => holding!.has(blob));
}

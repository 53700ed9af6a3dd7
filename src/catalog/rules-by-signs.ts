/** Which rules may find something in which files: told by languages, paths and words of the index, before facts are read. */
import { wordTerms } from "../core/terms.ts";
import type { FileSigns, FrameworkRule } from "../frameworks/contract.ts";
import type { ViewFile, ViewReader } from "../storage/contract.ts";

type WordReader = Pick<ViewReader, "postings">;

/** Looking at so few costs less than looking up all the words of all rules. */
export const MAX_WITHOUT_WORDS = 32;

/** In the order of the files: the rules that each may have something for. */
export async function rulesBySigns(
  reader: WordReader,
  files: readonly ViewFile[],
  rules: readonly FrameworkRule[],
): Promise<FrameworkRule[][]> {
  const byLanguage = new Map<string, FrameworkRule[]>();
  for (const { language } of files)
    if (!byLanguage.has(language))
      byLanguage.set(
        language,
        rules.filter(({ looksAt }) => looksAt.languages?.includes(language) ?? true),
      );
  const used = [...new Set([...byLanguage.values()].flat())];
  const holding = files.length > MAX_WITHOUT_WORDS ? await filesHolding(reader, used) : new Map();
  return files.map(({ path, language, blob }) =>
    byLanguage
      .get(language)!
      .filter((rule) => (holding.get(rule)?.has(blob) ?? true) || rule.looksAt.places?.test(path) === true),
  );
}

/** Contents with the words of a rule; rules that name none are left out. */
async function filesHolding(
  reader: WordReader,
  rules: readonly FrameworkRule[],
): Promise<Map<FrameworkRule, ReadonlySet<number>>> {
  const named = rules.filter(({ looksAt }) => looksAt.words !== undefined);
  const found = await contentsWith(
    reader,
    named.map(({ looksAt }) => wordsOf(looksAt)),
  );
  return new Map(named.map((rule, at) => [rule, found[at]!]));
}

function wordsOf({ words = [] }: FileSigns): string[][] {
  return words.map((together) => together.split(" "));
}

/** Of each question the contents that hold all words of one of its lists. */
export async function contentsWith(
  reader: WordReader,
  questions: readonly (readonly (readonly string[])[])[],
): Promise<ReadonlySet<number>[]> {
  const terms = questions.map((lists) => lists.map((words) => words.map((word) => wordTerms(word)[0] ?? "")));
  const postings = await reader.postings([...new Set(terms.flat(2))]);
  const contents = new Map([...postings].map(([term, { blobs }]) => [term, new Set<number>(blobs)]));
  return terms.map((lists) => {
    const all = new Set<number>();
    for (const [first, ...others] of lists)
      for (const blob of contents.get(first!) ?? [])
        if (others.every((term) => contents.get(term)?.has(blob))) all.add(blob);
    return all;
  });
}

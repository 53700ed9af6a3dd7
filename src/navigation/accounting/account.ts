/**
 * Looks at every file that holds the name and says of each occurrence what it means. The index of words tells which files
 * these are; their texts are read, the tree is not scanned.
 */
import { type Handle, handleOf } from "../../core/edges.ts";
import { inBatches } from "../../core/in-batches.ts";
import { languageById } from "../../languages/detect.ts";
import { isOutsideCode } from "../../languages/outside-code.ts";
import { outsideCodeOf } from "../../languages/outside-code-of.ts";
import type { ViewFile, ViewReader } from "../../storage/contract.ts";
import type { SymbolGroup } from "../find-symbol.ts";
import type { Accounting, Sought, SourceReader, SourceText } from "./contract.ts";
import { FileNames } from "./file-names.ts";
import { filesWithWord } from "./files-with-word.ts";
import { NameJudge } from "./judge-name.ts";
import { LineStarts } from "./line-starts.ts";
import { tallySkipped } from "./skipped-files.ts";
import { soughtOf } from "./sought.ts";
import { Tally } from "./tally.ts";
import { wordOffsets } from "./word-offsets.ts";

/** What one question reads; a name in more files than that says too little to be worth more time. */
const MAX_CHARS = 48_000_000;
const FILES_PER_READ = 50;

interface FileWithName {
  file: ViewFile;
  source: SourceText;
  offsets: readonly number[];
}

/** Null when the symbol's name cannot be looked for: a file, a default export, an operator. */
export async function accountFor(
  reader: ViewReader,
  group: SymbolGroup,
  handles: readonly Handle[],
  sources: SourceReader,
): Promise<Accounting | null> {
  const sought = await soughtOf(reader, group, handles);
  const files = sought && (await filesWithWord(reader, sought.name));
  if (!sought || !files) return null;
  const tally = new Tally(sought.name);
  const code = await readFiles(files, sought, sources, tally);
  const readFacts = async (batch: readonly FileWithName[]) => {
    sources.check();
    const facts = await reader.facts(batch.map(({ file }) => file.blob));
    const links = await reader.linksOf(batch.map(({ file }) => file.path));
    return batch.map((_, at) => ({ facts: facts[at]!, links: links[at]! }));
  };
  for await (const [{ file, source, offsets }, known] of inBatches(code, FILES_PER_READ, readFacts)) {
    const { path } = file;
    const names = new FileNames({ path, text: source.text, ...known }, sought.name, (handle) =>
      sought.handles.has(handle),
    );
    const judge = new NameJudge(names, sought);
    for (const offset of offsets) {
      const verdict = judge.judge(offset);
      const from = names.handleOf(names.symbolAround(offset));
      tally.add(path, names.lines.lineAt(offset), from, verdict);
      if (verdict.is !== "text" && judge.isQuoted(offset)) tally.addQuoted();
    }
  }
  await tallySkipped(await reader.skipped(), sought, sources, tally);
  return tally.finish();
}

/** Files of code that hold the name; those whose text alone decides are counted at once. */
async function readFiles(
  files: readonly ViewFile[],
  sought: Sought,
  sources: SourceReader,
  tally: Tally,
): Promise<FileWithName[]> {
  const code: FileWithName[] = [];
  let chars = 0;
  for (const file of files) {
    sources.check();
    if (chars > MAX_CHARS) {
      tally.addUnread("not looked into, the name is in too many");
      continue;
    }
    const source = await sources.read(file.path);
    if (!source) {
      tally.addUnread("could not be read");
      continue;
    }
    chars += source.text.length;
    const offsets = wordOffsets(source.text, sought.name);
    if (offsets.length === 0) continue;
    if (isTextAlone(file.language)) tally.addText(offsets.length);
    else if (!source.isAsIndexed) tallyChanged(file, source, offsets, tally);
    else if (sought.isOfItsFileAlone && file.path !== sought.path) tallyHidden(file, source, offsets, tally);
    else code.push({ file, source, offsets });
  }
  return code;
}

/** Stylesheets name no symbol of code; the templates of pages may. */
const NAMES_NO_SYMBOL: ReadonlySet<string> = new Set(["stylesheet"]);

function isTextAlone(language: string): boolean {
  const { role = "docs", markup } = languageById(language) ?? {};
  return NAMES_NO_SYMBOL.has(language) || (markup === undefined && (role === "docs" || role === "data"));
}

function tallyChanged(file: ViewFile, { text }: SourceText, offsets: readonly number[], tally: Tally): void {
  const lines = new LineStarts(text);
  for (const offset of offsets)
    tally.add(file.path, lines.lineAt(offset), handleOf(file.path), {
      is: "undecided",
      doubt: "changed",
      likelihood: 0.5,
    });
}

/** Nothing of this file can mean a symbol that another file keeps to itself. */
function tallyHidden(file: ViewFile, { text }: SourceText, offsets: readonly number[], tally: Tally): void {
  const outside = outsideCodeOf(file.language, text);
  for (const offset of offsets)
    tally.add(
      file.path,
      0,
      handleOf(file.path),
      isOutsideCode(outside, offset) ? { is: "text" } : { is: "other", what: "not visible there" },
    );
}

/** A file: its outline with who uses what, its text, and what a word in it means. Without one, what lies in the folder. */
import { useEffect, useState } from "react";
import type {
  DefinitionAnswer,
  FilePage,
  FolderAnswer,
  OutlineEntry,
  SourcePage,
} from "../../../src/pages/contract.ts";
import { get } from "../api/client.ts";
import { useQuestion } from "../api/use-question.ts";
import { CodeLines } from "../parts/code-lines.tsx";
import { Problem } from "../parts/problem.tsx";
import { Tier } from "../parts/tier.tsx";
import { codeAddress, go, graphAddress, Link, type Place } from "../router.tsx";
import { count, plural, show } from "../show.ts";
import { References } from "./references.tsx";

export function CodePage({ repo, place }: { repo: string; place: Place }) {
  const path = place.path.split("/").slice(3).map(decodeURIComponent).join("/");
  const folder = useQuestion(`folder ${repo} ${path}`, (signal) =>
    get<FolderAnswer>("/api/v1/folder", { repo, path }, signal),
  );
  const isFolder = folder.data !== null && folder.data.folders.length + folder.data.files.length > 0;
  return (
    <div className="code-page">
      <Crumbs repo={repo} path={path} />
      <Problem error={folder.error} />
      {isFolder && <Folder repo={repo} folder={folder.data!} />}
      {folder.data && !isFolder && <File repo={repo} path={path} hash={place.hash} />}
    </div>
  );
}

function Crumbs({ repo, path }: { repo: string; path: string }) {
  const parts = path === "" ? [] : path.split("/");
  return (
    <h1 className="crumbs path">
      <Link href={`/code/${encodeURIComponent(repo)}`}>{show(repo)}</Link>
      {parts.map((part, at) => (
        <span key={parts.slice(0, at + 1).join("/")}>
          {" / "}
          <Link href={codeAddress(repo, parts.slice(0, at + 1).join("/"))}>{show(part)}</Link>
        </span>
      ))}
    </h1>
  );
}

function Folder({ repo, folder }: { repo: string; folder: FolderAnswer }) {
  const inside = (name: string) => (folder.path === "" ? name : `${folder.path}/${name}`);
  return (
    <ul className="folder">
      {folder.folders.map(({ name, files }) => (
        <li key={name}>
          <Link
            href={codeAddress(repo, inside(name))}
            data-item
            data-graph={graphAddress(repo, `${inside(name)}/`)}
          >
            {show(name)}/
          </Link>
          <span className="muted">{plural(files, "file")}</span>
        </li>
      ))}
      {folder.files.map(({ name, language, skipped }) => (
        <li key={name}>
          {skipped === null ? (
            <Link
              href={codeAddress(repo, inside(name))}
              data-item
              data-graph={graphAddress(repo, inside(name))}
            >
              {show(name)}
            </Link>
          ) : (
            <span className="muted">{show(name)}</span>
          )}
          <span className="muted">{skipped === null ? language : `not indexed: ${skipped}`}</span>
        </li>
      ))}
    </ul>
  );
}

function File({ repo, path, hash }: { repo: string; path: string; hash: string }) {
  const [from, setFrom] = useState(1);
  const [word, setWord] = useState<{ name: string; line: number } | null>(null);
  const [symbol, setSymbol] = useState<string | null>(null);
  const about = useQuestion(`file ${repo} ${path}`, (signal) =>
    get<FilePage>("/api/v1/file", { repo, path }, signal),
  );
  const source = useQuestion(`source ${repo} ${path} ${from}`, (signal) =>
    get<SourcePage>("/api/v1/source", { repo, path, from }, signal),
  );
  const marked = markedBy(hash, about.data?.symbols ?? []);
  const markedFrom = marked?.from ?? 0;
  const page = source.data;
  useEffect(() => {
    if (markedFrom === 0 || !page) return;
    if (markedFrom < page.startLine || (page.next !== null && markedFrom >= page.next)) setFrom(markedFrom);
    else scrollTo(markedFrom);
  }, [markedFrom, page]);
  const byLine = new Map((about.data?.symbols ?? []).map((entry) => [entry.line, entry]));
  return (
    <>
      <Problem error={about.error ?? source.error} />
      {about.data && <FileFacts repo={repo} file={about.data} />}
      <div className="code-columns">
        <nav className="outline" aria-label="Outline">
          <h2>Outline</h2>
          <ul>
            {about.data?.symbols.map((entry) => (
              <li key={entry.handle} data-depth={Math.min(4, entry.depth)}>
                <Link
                  href={codeAddress(repo, path, nameIn(entry.handle))}
                  data-item
                  data-graph={graphAddress(repo, entry.handle)}
                  title={show(entry.signature)}
                >
                  {show(entry.name)}
                </Link>
                <small className="muted">{entry.kind}</small>
                <Users entry={entry} onShow={() => setSymbol(entry.handle)} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="code-middle">
          {page && (
            <>
              <CodeLines
                page={page}
                marked={marked}
                label={`Text of ${show(path)}`}
                marginOf={(line) => {
                  const entry = byLine.get(line);
                  return entry ? <Users entry={entry} onShow={() => setSymbol(entry.handle)} /> : null;
                }}
                onWord={(name, line) => setWord({ name, line })}
                addressOf={(line) => codeAddress(repo, path, `L${line}`)}
                onExtend={(line) => go(codeAddress(repo, path, linesTo(line, markedFrom)))}
              />
              <p className="row muted">
                Lines {count(page.startLine)} to {count(page.startLine + page.text.length - 1)} of{" "}
                {count(page.lines)}
                {page.startLine > 1 && (
                  <button type="button" onClick={() => setFrom(Math.max(1, page.startLine - 2_000))}>
                    Earlier
                  </button>
                )}
                {page.next !== null && (
                  <button type="button" onClick={() => setFrom(page.next!)}>
                    Later
                  </button>
                )}
              </p>
            </>
          )}
        </div>
        <aside aria-label="Meaning and uses" className={word || symbol ? "told" : ""}>
          {(word || symbol) && (
            <button
              type="button"
              className="quiet close"
              aria-label="Close meaning and uses"
              onClick={() => {
                setWord(null);
                setSymbol(null);
              }}
            >
              ×
            </button>
          )}
          {word && <Meaning repo={repo} path={path} word={word} onUses={setSymbol} />}
          {symbol && <References repo={repo} symbol={symbol} />}
          {!word && !symbol && (
            <p className="muted">
              Click a word to see what it means, or a number beside a definition to see who uses it.
            </p>
          )}
        </aside>
      </div>
    </>
  );
}

/** Somebody who sees the line already is not moved. */
function scrollTo(line: number): void {
  const element = document.getElementById(`L${line}`);
  const box = element?.getBoundingClientRect();
  if (box && (box.top < 80 || box.bottom > innerHeight)) element!.scrollIntoView({ block: "center" });
}

function linesTo(line: number, from: number): string {
  return from === 0 ? `L${line}` : `L${Math.min(from, line)}-${Math.max(from, line)}`;
}

function nameIn(handle: string): string {
  return handle.slice(handle.indexOf("#") + 1);
}

/** `L12-20`, `L12`, or the name of a symbol. */
function markedBy(hash: string, symbols: readonly OutlineEntry[]): { from: number; to: number } | null {
  const lines = /^L(\d+)(?:-L?(\d+))?$/.exec(hash);
  if (lines) return { from: Number(lines[1]), to: Number(lines[2] ?? lines[1]) };
  const entry = hash === "" ? undefined : symbols.find(({ handle }) => nameIn(handle) === hash);
  return entry ? { from: entry.line, to: entry.line } : null;
}

function Users({ entry, onShow }: { entry: OutlineEntry; onShow: () => void }) {
  const { compiler, resolved, heuristic } = entry.users;
  const total = compiler + resolved + heuristic;
  if (total === 0) return null;
  const strongest = compiler > 0 ? "compiler" : resolved > 0 ? "resolved" : "heuristic";
  const told = `${total} uses of ${show(entry.name)}: ${compiler} compiler, ${resolved} resolved, ${heuristic} heuristic`;
  return (
    <button
      type="button"
      className={`users tier-${strongest}`}
      onClick={onShow}
      aria-label={told}
      title={told}
    >
      {count(total)}
    </button>
  );
}

function FileFacts({ repo, file }: { repo: string; file: FilePage }) {
  const { path, language, lines, tokens, tests, changes, status, summary } = file;
  return (
    <div className="file-facts">
      <p className="muted">
        {language} · {plural(lines, "line")} · {plural(tokens, "token")}
        {status !== "full" && ` · parsed: ${status}`}
        {changes && ` · changed in ${count(changes.commits)} of the last ${count(changes.of)} commits`} ·{" "}
        <Link href={graphAddress(repo, path)} data-graph={graphAddress(repo, path)}>
          graph
        </Link>
      </p>
      {summary && <p>{show(summary)}</p>}
      {tests.length > 0 && (
        <details>
          <summary>Touched by {plural(tests.length, "test file")}</summary>
          <ul>
            {tests.map((test) => (
              <li key={test.path}>
                <Link href={codeAddress(repo, test.path)} className="path">
                  {show(test.path)}
                </Link>{" "}
                <span className="muted">{plural(test.sites, "site")}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

interface MeaningProps {
  repo: string;
  path: string;
  word: { name: string; line: number };
  onUses: (handle: string) => void;
}

function Meaning({ repo, path, word, onUses }: MeaningProps) {
  const { name, line } = word;
  const { data, error } = useQuestion(`definition ${repo} ${path} ${line} ${name}`, (signal) =>
    get<DefinitionAnswer>("/api/v1/definition", { repo, path, line, name }, signal),
  );
  const only = data?.hits.length === 1 ? data.hits[0]! : null;
  return (
    <section aria-label={`What ${show(name)} means`}>
      <h2 className="path">{show(name)}</h2>
      <Problem error={error} />
      {data?.hits.length === 0 && <p className="muted">No definition of this name is in the repository.</p>}
      <ul className="definitions">
        {data?.hits.map((hit) => (
          <li key={hit.handle}>
            <Link
              href={codeAddress(repo, hit.path, hit.name)}
              className="path"
              data-graph={graphAddress(repo, hit.handle)}
            >
              {show(hit.name)}
            </Link>{" "}
            <small className="muted">
              {hit.kind} · {show(hit.path)}:{hit.line}
            </small>{" "}
            <Tier tier={hit.tier} />
            <code className="signature">{show(hit.signature)}</code>
          </li>
        ))}
      </ul>
      {only && (
        <p className="row">
          <button type="button" onClick={() => onUses(only.handle)}>
            Who uses it
          </button>
          <button type="button" onClick={() => go(graphAddress(repo, only.handle))}>
            Graph
          </button>
        </p>
      )}
    </section>
  );
}

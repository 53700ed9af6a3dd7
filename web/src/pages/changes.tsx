/** What a diff touches: changed symbols with their users as a tree, what breaks, which tests to run. */
import { useState } from "react";
import { callTool } from "../api/client.ts";
import { useQuestion } from "../api/use-question.ts";
import { Problem } from "../parts/problem.tsx";
import { Tier } from "../parts/tier.tsx";
import { codeAddress, go, graphAddress, Link, type Place, withQuery } from "../router.tsx";
import { count, plural, show } from "../show.ts";

/** Of a long list at first, and with each further step. */
const SHOWN = 30;
const MORE = 200;

interface Use {
  handle?: string;
  path?: string;
  site?: string;
  lines?: number[];
  line?: number;
  tier?: string;
  distance?: number;
}

interface ChangesData {
  described: string;
  files: {
    path: string;
    status: string;
    notIndexed?: string;
    symbols: { kind: string; change: string; qualifiedName: string; startLine: number; uses: Use[] | null }[];
    removed: { kind: string; qualifiedName: string }[];
  }[];
  broken: Record<string, unknown>[];
  tests: Record<string, unknown>[];
  affected: Record<string, unknown>[];
  notTraced: number;
  isWhole: boolean;
}

export function ChangesPage({ repo, place }: { repo: string; place: Place }) {
  const base = place.query.get("base") ?? "HEAD";
  const isStaged = place.query.get("staged") === "1";
  const asked = useQuestion(`changes ${repo} ${base} ${isStaged}`, (signal) =>
    callTool<ChangesData>(
      "changes",
      { repo, ...(isStaged ? { staged: true } : { base }), format: "json", max_tokens: 200_000 },
      signal,
    ),
  );
  const data = asked.data?.data;
  return (
    <div className="changes">
      <div className="title-row">
        <h1>{data ? show(data.described) : "Changes"}</h1>
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            const given = String(new FormData(event.currentTarget).get("base") ?? "").trim();
            go(withQuery(place, { repo, base: given || null, staged: null }));
          }}
        >
          <label>
            since <input name="base" defaultValue={base} key={base} size={14} data-search />
          </label>
          <button type="submit">Compare</button>
          <button
            type="button"
            aria-pressed={isStaged}
            onClick={() => go(withQuery(place, { repo, staged: isStaged ? null : "1" }))}
          >
            Staged
          </button>
        </form>
      </div>
      <Problem error={asked.error} />
      {asked.isAsking && !data && <p className="muted">Comparing …</p>}
      {data && (
        <>
          <p className="muted" role="status">
            {plural(data.files.length, "file")} changed · {plural(data.broken.length, "broken use")} ·{" "}
            {plural(data.affected.length, "affected use")} · {plural(data.tests.length, "test")} to run
            {data.notTraced > 0 && ` · ${count(data.notTraced)} symbols not traced`}
            {!data.isWhole && " · not followed to the end"}
          </p>
          <Listed title="Broken" rows={data.broken} repo={repo} />
          <h2>
            Changed <small className="muted">{count(data.files.length)}</small>
          </h2>
          <ul className="tree">
            {data.files.map((file) => (
              <li key={file.path}>
                <Link
                  href={codeAddress(repo, file.path)}
                  className="path"
                  data-item
                  data-graph={graphAddress(repo, file.path)}
                >
                  {show(file.path)}
                </Link>{" "}
                <span className="muted">
                  {file.status}
                  {file.notIndexed && `, not indexed: ${file.notIndexed}`}
                </span>
                <ul>
                  {file.symbols.map((symbol) => (
                    <ChangedSymbol
                      key={`${symbol.qualifiedName} ${symbol.startLine}`}
                      repo={repo}
                      path={file.path}
                      symbol={symbol}
                    />
                  ))}
                  {file.removed.map(({ kind, qualifiedName }) => (
                    <li key={qualifiedName}>
                      <del>{show(qualifiedName)}</del> <small className="muted">{kind} removed</small>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
          <Listed title="Tests to run" rows={data.tests} repo={repo} />
          <Listed title="Affected" rows={data.affected} repo={repo} />
        </>
      )}
    </div>
  );
}

type Symbol = ChangesData["files"][number]["symbols"][number];

function ChangedSymbol({ repo, path, symbol }: { repo: string; path: string; symbol: Symbol }) {
  const uses = symbol.uses ?? [];
  const name = <Link href={codeAddress(repo, path, symbol.qualifiedName)}>{show(symbol.qualifiedName)}</Link>;
  const about = (
    <small className="muted">
      {symbol.kind}, {symbol.change}
      {uses.length > 0 && ` · ${plural(uses.length, "user")}`}
    </small>
  );
  if (uses.length === 0)
    return (
      <li>
        {name} {about}
      </li>
    );
  return (
    <li>
      {name}
      <details>
        <summary>{about}</summary>
        <ul>
          {uses.slice(0, 50).map((use) => (
            <li key={JSON.stringify(use)}>{describe(repo, use as Record<string, unknown>)}</li>
          ))}
          {uses.length > 50 && <li className="muted">and {count(uses.length - 50)} more</li>}
        </ul>
      </details>
    </li>
  );
}

function Listed({ title, rows, repo }: { title: string; rows: Record<string, unknown>[]; repo: string }) {
  const [most, setMost] = useState(SHOWN);
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>
        {title} <small className="muted">{count(rows.length)}</small>
      </h2>
      <ul className="tree">
        {rows.slice(0, most).map((row) => (
          <li key={JSON.stringify(row)}>{describe(repo, row)}</li>
        ))}
      </ul>
      {rows.length > most && (
        <button type="button" onClick={() => setMost(most + MORE)}>
          Show {count(Math.min(MORE, rows.length - most))} more
        </button>
      )}
    </section>
  );
}

/** Rows of the tool name their place in one of a few ways. */
function describe(repo: string, row: Record<string, unknown>) {
  const text = (name: string) => (typeof row[name] === "string" ? (row[name] as string) : null);
  const place = text("handle") ?? text("from") ?? text("path") ?? text("site") ?? "";
  const [path = "", symbol] = place.split("#");
  const lines = Array.isArray(row.lines)
    ? (row.lines as number[])
    : typeof row.line === "number"
      ? [row.line]
      : [];
  const hash = lines[0] !== undefined ? `L${lines[0]}` : (symbol ?? "");
  const words = ["reason", "message", "kind", "name"].flatMap((name) => text(name) ?? []);
  return (
    <>
      <Link href={codeAddress(repo, path, hash)} className="path">
        {show(place)}
      </Link>
      {lines.length > 0 && <span className="muted">:{lines.slice(0, 5).join(", ")}</span>}{" "}
      <small className="muted">{show(words.join(" · "))}</small>{" "}
      {text("tier") && <Tier tier={text("tier")} />}
    </>
  );
}

/** What is indexed and how far: live while it happens, honest about what was left out. */
import { type FormEvent, useState } from "react";
import type { LiveProgress, Overview, RepositoryOverview, SkippedPage } from "../../../src/pages/contract.ts";
import { ApiError, callTool, get, post } from "../api/client.ts";
import { useLiveProgress } from "../api/use-live-progress.ts";
import { useQuestion } from "../api/use-question.ts";
import { Problem } from "../parts/problem.tsx";
import { Link } from "../router.tsx";
import { ago, bytes, count, plural, show } from "../show.ts";
import { type Compiler, Compilers } from "./home-compilers.tsx";

/** Languages with a colour of their own. */
const NAMED = 7;

interface Status {
  languages: Record<string, number>;
  skipped: Record<string, number>;
  files: number;
  bytes: number;
  problems?: { code: string; message: string }[];
  watching?: { isWatching: boolean; reason?: string; folders?: number };
  compilers?: Compiler[];
}

export function HomePage({ overview }: { overview: Overview | null }) {
  const [error, setError] = useState<ApiError | null>(null);
  const live = useLiveProgress(overview);
  const start = (kind: "index" | "rebuild" | "remove", path: string) => {
    setError(null);
    post("/api/v1/jobs", { kind, path }).catch((reason) => reason instanceof ApiError && setError(reason));
  };
  if (!overview) return <p className="muted">Loading …</p>;
  const known = new Set(overview.repositories.map(({ path }) => path));
  const failed = overview.jobs.filter(({ state }) => state === "failed").slice(-3);
  return (
    <div className="home">
      <div className="title-row">
        <h1>{plural(overview.repositories.length, "repository")}</h1>
        <IndexForm onIndex={(path) => start("index", path)} />
      </div>
      <Problem error={error} />
      {failed.map((job) => (
        <p key={job.id} className="problem">
          {show(job.root)}: {show(job.message)}
        </p>
      ))}
      {[...live]
        .filter(([path]) => !known.has(path))
        .map(([path, progress]) => (
          <article key={path} className="card" aria-label={`Being indexed: ${show(path)}`}>
            <h2 className="path">{show(path)}</h2>
            <Progress progress={progress} />
          </article>
        ))}
      {overview.repositories.map((repository) => (
        <RepositoryCard
          key={repository.path}
          repository={repository}
          progress={live.get(repository.path) ?? null}
          onStart={start}
        />
      ))}
      {overview.repositories.length === 0 && live.size === 0 && (
        <p className="empty">
          Nothing is indexed yet. Give a folder above, or run <code>clew index</code> in one.
        </p>
      )}
    </div>
  );
}

function IndexForm({ onIndex }: { onIndex: (path: string) => void }) {
  const [path, setPath] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== "") onIndex(path.trim());
    setPath("");
  };
  return (
    <form className="row" onSubmit={submit}>
      <input
        aria-label="Folder to index"
        placeholder="/home/me/project"
        value={path}
        onChange={(event) => setPath(event.target.value)}
      />
      <button type="submit">Index folder</button>
    </form>
  );
}

export function Progress({ progress }: { progress: LiveProgress }) {
  const { phase, done, total, percent } = progress;
  return (
    <div className="progress">
      <progress max={100} value={percent} aria-label={`${phase}, ${percent} per cent`} />
      <span>
        {percent} % · {phase}
        {total !== null
          ? ` ${count(done)} of ${plural(total, "file")}`
          : done > 0 && ` ${plural(done, "file")}`}
      </span>
    </div>
  );
}

interface CardProps {
  repository: RepositoryOverview;
  progress: LiveProgress | null;
  onStart: (kind: "index" | "rebuild" | "remove", path: string) => void;
}

function RepositoryCard({ repository, progress, onStart }: CardProps) {
  const { name, path, type, generation, indexedAt, version, revision, isPresent, problems } = repository;
  const [isRemoving, setRemoving] = useState(false);
  const status = useQuestion(isPresent ? `status ${path}` : null, (signal) =>
    callTool<Status>("status", { repo: path, format: "json", max_tokens: 20_000 }, signal),
  );
  const { data } = status.data ?? {};
  const files = Object.values(data?.languages ?? {}).reduce((sum, value) => sum + value, 0);
  return (
    <article className="card" aria-label={show(name)}>
      <div className="title-row">
        <h2>
          <Link
            href={`/ask?repo=${encodeURIComponent(name)}`}
            data-item
            data-graph={`/graph?repo=${encodeURIComponent(name)}`}
          >
            {show(name)}
          </Link>
          <small>{type}</small>
        </h2>
        <div className="row">
          <button type="button" onClick={() => onStart("index", path)}>
            Update
          </button>
          {isRemoving ? (
            <>
              <button type="button" className="danger" onClick={() => onStart("remove", path)}>
                Forget its index
              </button>
              <button type="button" onClick={() => setRemoving(false)}>
                Keep
              </button>
            </>
          ) : (
            <button type="button" onClick={() => setRemoving(true)} aria-label={`Remove ${show(name)}`}>
              Remove
            </button>
          )}
        </div>
      </div>
      <p className="path muted">{show(path)}</p>
      {progress && <Progress progress={progress} />}
      {!isPresent && <p className="problem">The folder is gone.</p>}
      <dl className="facts">
        <Fact name="Files" value={data ? count(files) : "…"} />
        <Fact name="Text" value={data ? bytes(data.bytes) : "…"} />
        <Fact name="Indexed" value={`${ago(indexedAt)}, generation ${count(generation)}`} />
        {version && <Fact name="Version" value={show(version)} />}
        {revision && <Fact name="Commit" value={revision.slice(0, 10)} />}
        <Fact
          name="State"
          value={!data ? "…" : data.isFresh ? "fresh" : show(data.reason ?? "not compared")}
        />
        {data?.watching && (
          <Fact
            name="Kept fresh by"
            value={
              data.watching.isWatching
                ? `watching ${plural(data.watching.folders ?? 0, "folder")}`
                : "a scan for every question"
            }
          />
        )}
      </dl>
      {data && <Languages counts={data.languages} />}
      {data?.compilers && <Compilers all={data.compilers} />}
      {data && <Skipped repo={path} counts={data.skipped} />}
      {[...problems, ...(data?.problems ?? [])].map(({ code, message }) => (
        <p key={message} className="problem">
          {show(message)} <code>{code}</code>
        </p>
      ))}
      <Problem error={status.error} />
    </article>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The largest have a colour each; the rest is one more. */
function Languages({ counts }: { counts: Record<string, number> }) {
  const all = Object.entries(counts);
  const rest = all.slice(NAMED).reduce((sum, [, files]) => sum + files, 0);
  const shown: [name: string, files: number][] = [
    ...all.slice(0, NAMED),
    ...(rest > 0 ? [[plural(all.length - NAMED, "other"), rest] as [string, number]] : []),
  ];
  return (
    <>
      <div className="meter-bar" aria-hidden="true">
        {shown.map(([language, files], at) => (
          <i key={language} className={`hue-${at}`} style={{ flexGrow: files }} />
        ))}
      </div>
      <ul className="languages" aria-label="Files by language">
        {shown.map(([language, files], at) => (
          <li key={language} className={`hue-${at}`}>
            <i />
            {language} <span className="muted">{count(files)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Skipped({ repo, counts }: { repo: string; counts: Record<string, number> }) {
  const [reason, setReason] = useState<string | null>(null);
  const [from, setFrom] = useState(0);
  const page = useQuestion(reason === null ? null : `skipped ${repo} ${reason} ${from}`, (signal) =>
    get<SkippedPage>("/api/v1/skipped", { repo, reason: reason!, from }, signal),
  );
  const all = Object.entries(counts);
  if (all.length === 0) return null;
  return (
    <div className="skipped">
      <span className="muted">Skipped:</span>
      {all.map(([name, files]) => (
        <button
          key={name}
          type="button"
          className="chip"
          aria-expanded={reason === name}
          onClick={() => {
            setReason(reason === name ? null : name);
            setFrom(0);
          }}
        >
          {count(files)} {name}
        </button>
      ))}
      {page.data && reason !== null && (
        <div className="skipped-files">
          <ul>
            {page.data.files.map(({ path, detail }) => (
              <li key={path}>
                <span className="path">{show(path)}</span>{" "}
                {detail && <span className="muted">{show(detail)}</span>}
              </li>
            ))}
          </ul>
          <p className="muted">
            {count(from + 1)} to {count(from + page.data.files.length)} of {count(page.data.total)}{" "}
            {page.data.next !== null && (
              <button type="button" onClick={() => setFrom(page.data!.next!)}>
                Next
              </button>
            )}
          </p>
        </div>
      )}
    </div>
  );
}

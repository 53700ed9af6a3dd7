/** The frame around every page: who is asked, what is live, where to go. */
import { lazy, Suspense, useEffect } from "react";
import type { Overview } from "../../src/pages/contract.ts";
import { get } from "./api/client.ts";
import { useLink, watch } from "./api/events.ts";
import { useQuestion } from "./api/use-question.ts";
import { ActivityPage } from "./pages/activity.tsx";
import { AskPage } from "./pages/ask.tsx";
import { ChangesPage } from "./pages/changes.tsx";
import { CodePage } from "./pages/code.tsx";
import { FleetPage } from "./pages/fleet.tsx";
import { HomePage } from "./pages/home.tsx";
import { SignInPage } from "./pages/sign-in.tsx";
import { Help, useKeyboard } from "./parts/keyboard.tsx";
import { RepositoryPicker } from "./parts/repository-picker.tsx";
import { go, Link, type Place, usePlace, withQuery } from "./router.tsx";

const GraphPage = lazy(() => import("./pages/graph.tsx"));

const PAGES = [
  ["/", "Home"],
  ["/ask", "Ask"],
  ["/code", "Code"],
  ["/graph", "Graph"],
  ["/fleet", "Fleet"],
  ["/changes", "Changes"],
  ["/activity", "Activity"],
] as const;

const LAST = "clew-repository";

export function App() {
  const place = usePlace();
  const link = useLink();
  const overview = useQuestion<Overview>("overview", (signal) => get("/api/v1/overview", {}, signal), [
    "generation",
    "job",
    "updated",
    "failure",
  ]);
  const repo = repositoryOf(place, overview.data);
  useEffect(() => {
    if (repo === null) return;
    localStorage.setItem(LAST, repo);
    return watch(repo);
  }, [repo]);
  const [isHelping, setHelping] = useKeyboard(repo);
  if (place.path === "/sign-in") return <SignInPage code={place.hash} />;
  if (link === "signed-out" || overview.error?.status === 401) return <SignInPage code="" />;
  const choose = (name: string) =>
    place.path.startsWith("/code")
      ? go(`/code/${encodeURIComponent(name)}`)
      : go(
          withQuery(
            { ...place, query: new URLSearchParams(place.path === "/ask" ? place.query : "") },
            { repo: name },
          ),
        );
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="frame">
        <Link href="/" className="brand" aria-label="clew, home">
          clew
        </Link>
        <nav aria-label="Pages">
          {PAGES.map(([path, name]) => (
            <Link
              key={path}
              href={addressOf(path, repo)}
              aria-current={isAt(place, path) ? "page" : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
        <div className="frame-end">
          <RepositoryPicker overview={overview.data} chosen={repo} onChoose={choose} />
          <span className={`link-state ${link}`} role="status" title={`Connection: ${link}`}>
            {link === "live" ? "live" : link === "lost" ? "no server" : "…"}
          </span>
          <button type="button" className="quiet" onClick={() => setHelping(true)} aria-label="Keyboard help">
            ?
          </button>
        </div>
      </header>
      {link === "lost" && (
        <p className="banner" role="alert">
          The server does not answer. What is shown is as it was; the page tries again by itself.{" "}
          <code>clew ui</code> starts it.
        </p>
      )}
      <main id="main" tabIndex={-1}>
        <Suspense fallback={<p className="muted">Loading …</p>}>
          {pageOf(place, repo, overview.data)}
        </Suspense>
      </main>
      {isHelping && <Help onClose={() => setHelping(false)} />}
    </>
  );
}

function repositoryOf(place: Place, overview: Overview | null): string | null {
  const inPath = /^\/code\/([^/]+)/.exec(place.path)?.[1];
  if (inPath) return decodeURIComponent(inPath);
  const asked = place.query.get("repo");
  if (asked) return asked;
  const names = overview?.repositories.map(({ name }) => name) ?? [];
  const last = localStorage.getItem(LAST);
  if (last !== null && names.includes(last)) return last;
  return overview?.defaultRepository ?? names[0] ?? null;
}

function addressOf(path: string, repo: string | null): string {
  if (repo === null || path === "/" || path === "/fleet" || path === "/activity") return path;
  return path === "/code" ? `/code/${encodeURIComponent(repo)}` : `${path}?repo=${encodeURIComponent(repo)}`;
}

function isAt({ path }: Place, page: string): boolean {
  return page === "/" ? path === "/" : path === page || path.startsWith(`${page}/`);
}

function pageOf(place: Place, repo: string | null, overview: Overview | null) {
  const { path } = place;
  document.title = `${PAGES.find(([page]) => isAt(place, page))?.[1] ?? "clew"} · clew`;
  if (path === "/") return <HomePage overview={overview} />;
  if (path === "/fleet") return <FleetPage />;
  if (path === "/activity") return <ActivityPage place={place} />;
  if (repo === null)
    return (
      <p className="empty">{overview ? "Nothing is indexed yet. Home indexes a folder." : "Loading …"}</p>
    );
  if (path.startsWith("/ask")) return <AskPage repo={repo} place={place} overview={overview} />;
  if (path.startsWith("/code")) return <CodePage repo={repo} place={place} />;
  if (path.startsWith("/graph")) return <GraphPage repo={repo} place={place} />;
  if (path.startsWith("/changes")) return <ChangesPage repo={repo} place={place} />;
  return <p className="empty">There is no such page.</p>;
}

import { useCallback, useEffect, useState } from "react";
import type { LiveProgress, Overview } from "../../../src/pages/contract.ts";
import { useEvents } from "./events.ts";

/** So long is seen that something is done. */
const DONE_SHOWN_MS = 1_200;
const DONE: LiveProgress = { phase: "done", done: 0, total: null, percent: 100 };
const STARTING: LiveProgress = { phase: "starting", done: 0, total: null, percent: 0 };

type ByRoot = ReadonlyMap<string, LiveProgress>;

/** How far updates are, by folder: from the overview, then by events until they end. */
export function useLiveProgress(overview: Overview | null): ByRoot {
  const [live, setLive] = useState<ByRoot>(new Map());
  useEffect(() => {
    if (!overview) return;
    setLive((old) => {
      const ending = [...old].filter(([, { percent }]) => percent === 100);
      return new Map([...runningIn(overview), ...ending]);
    });
  }, [overview]);
  useEvents(
    useCallback((event) => {
      if (event.type === "progress") {
        const { root, phase, done, total, percent } = event;
        setLive((old) => new Map(old).set(root, { phase, done, total, percent }));
      } else if (event.type === "failure") setLive((old) => without(old, event.root));
      else if (event.type === "updated") {
        setLive((old) => (old.has(event.root) ? new Map(old).set(event.root, DONE) : old));
        setTimeout(() => setLive((old) => withoutDone(old, event.root)), DONE_SHOWN_MS);
      }
    }, []),
  );
  return live;
}

/** A job that has told nothing yet is at its beginning. */
function runningIn({ jobs, repositories, pending }: Overview): [string, LiveProgress][] {
  const begun = jobs.filter(({ kind, state }) => kind !== "remove" && state === "running");
  return [
    ...begun.map(({ root }): [string, LiveProgress] => [root, STARTING]),
    ...repositories.flatMap(({ path, progress }): [string, LiveProgress][] =>
      progress ? [[path, progress]] : [],
    ),
    ...pending.map(({ path, progress }): [string, LiveProgress] => [path, progress]),
  ];
}

function without(all: ByRoot, root: string): ByRoot {
  const rest = new Map(all);
  rest.delete(root);
  return rest;
}

/** Unless the next update has begun meanwhile. */
function withoutDone(all: ByRoot, root: string): ByRoot {
  return all.get(root)?.percent === 100 ? without(all, root) : all;
}

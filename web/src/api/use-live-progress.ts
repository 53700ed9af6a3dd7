import { useCallback, useEffect, useState } from "react";
import type { LiveProgress, Overview } from "../../../src/pages/contract.ts";
import { useEvents } from "./events.ts";

/** How far updates are, by folder: from the overview, then by events until they end. */
export function useLiveProgress(overview: Overview | null): ReadonlyMap<string, LiveProgress> {
  const [live, setLive] = useState<ReadonlyMap<string, LiveProgress>>(new Map());
  useEffect(() => {
    if (!overview) return;
    const running = overview.repositories.flatMap(({ path, progress }) =>
      progress ? [{ path, progress }] : [],
    );
    setLive(new Map([...running, ...overview.pending].map(({ path, progress }) => [path, progress])));
  }, [overview]);
  useEvents(
    useCallback((event) => {
      if (event.type === "progress") {
        const { root, phase, done, total, percent } = event;
        setLive((old) => new Map(old).set(root, { phase, done, total, percent }));
      } else if (event.type === "updated" || event.type === "failure")
        setLive((old) => {
          const rest = new Map(old);
          rest.delete(event.root);
          return rest;
        });
    }, []),
  );
  return live;
}

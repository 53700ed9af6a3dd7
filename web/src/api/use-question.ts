/** One question: asked when its key changes and when what it depends on is new. What is shown stays meanwhile. */
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "./client.ts";
import { useEvents } from "./events.ts";

export interface Asked<T> {
  data: T | null;
  error: ApiError | null;
  isAsking: boolean;
  /** Milliseconds that the last answer took. */
  ms: number | null;
  again: () => void;
}

/** `key` null: nothing is asked. `follows`: which events make the answer old. */
export function useQuestion<T>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<T>,
  follows: readonly string[] = ["generation"],
): Asked<T> {
  const [state, setState] = useState<Omit<Asked<T>, "again"> & { key: string | null }>({
    key: null,
    data: null,
    error: null,
    isAsking: false,
    ms: null,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;
  const again = useCallback(() => setRound((value) => value + 1), []);
  const watched = follows.join(" ");
  useEvents(
    useCallback(
      (event) => {
        if (event.type === "reset" || watched.split(" ").includes(event.type)) again();
      },
      [watched, again],
    ),
  );
  // A newer question cancels the older one.
  useEffect(() => {
    if (key === null) return;
    void round;
    const stop = new AbortController();
    const startedAt = performance.now();
    setState((old) => ({ ...old, isAsking: true, ...(old.key !== key && { data: null, error: null, key }) }));
    latest.current(stop.signal).then(
      (data) =>
        !stop.signal.aborted &&
        setState({ key, data, error: null, isAsking: false, ms: performance.now() - startedAt }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        const known =
          error instanceof ApiError
            ? error
            : new ApiError(0, "PAGE_DEFECT", String(error), "please report it");
        // A lost server takes nothing away from what is shown.
        setState((old) => ({
          ...old,
          isAsking: false,
          error: known,
          data: known.status === 0 ? old.data : null,
        }));
      },
    );
    return () => stop.abort();
  }, [key, round]);
  const isOther = state.key !== key;
  return {
    data: isOther ? null : state.data,
    error: isOther ? null : state.error,
    isAsking: state.isAsking || (isOther && key !== null),
    ms: state.ms,
    again,
  };
}

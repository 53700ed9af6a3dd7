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
}

/** `key` null: nothing is asked. `follows`: which events make the answer old. */
export function useQuestion<T>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<T>,
  follows: readonly string[] = ["generation"],
): Asked<T> {
  const [state, setState] = useState<Asked<T> & { key: string | null }>({
    key: null,
    data: null,
    error: null,
    isAsking: false,
    ms: null,
  });
  const latest = useRef(ask);
  latest.current = ask;
  const again = useRef(() => {});
  const watched = follows.join(" ");
  useEvents(
    useCallback(
      (event) => {
        if (event.type === "reset" || watched.split(" ").includes(event.type)) again.current();
      },
      [watched],
    ),
  );
  // Another question cancels this one. The same again waits for its answer: edits that come faster than answers
  // would otherwise leave the page without any.
  useEffect(() => {
    if (key === null) return;
    const stop = new AbortController();
    let isUnderWay = false;
    let isOld = false;
    const askOnce = async () => {
      isOld = isUnderWay;
      if (isUnderWay) return;
      isUnderWay = true;
      const startedAt = performance.now();
      setState((old) => ({
        ...old,
        isAsking: true,
        ...(old.key !== key && { data: null, error: null, key }),
      }));
      const answer = await latest.current(stop.signal).then(
        (data) => ({ data, error: null, ms: performance.now() - startedAt }),
        (error: unknown) => ({ error: known(error) }),
      );
      if (stop.signal.aborted) return;
      isUnderWay = false;
      // A lost server takes nothing away from what is shown.
      const isLost = answer.error?.status === 0;
      setState((old) => ({
        ...old,
        ...(answer.error && !isLost && { data: null }),
        ...answer,
        isAsking: false,
      }));
      if (isOld) void askOnce();
    };
    again.current = () => void askOnce();
    void askOnce();
    return () => {
      again.current = () => {};
      stop.abort();
    };
  }, [key]);
  const isOther = state.key !== key;
  return {
    data: isOther ? null : state.data,
    error: isOther ? null : state.error,
    isAsking: state.isAsking || (isOther && key !== null),
    ms: state.ms,
  };
}

function known(error: unknown): ApiError {
  return error instanceof ApiError
    ? error
    : new ApiError(500, "PAGE_DEFECT", String(error), "please report it");
}

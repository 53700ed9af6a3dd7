/** Calls as they come: which tool, of which repository, how long, how much, how it went. Never what was asked. */
import { useCallback, useState } from "react";
import type { ActivityAnswer, CallRecord } from "../../../src/pages/contract.ts";
import { get } from "../api/client.ts";
import { useEvents } from "../api/events.ts";
import { useQuestion } from "../api/use-question.ts";
import { Problem } from "../parts/problem.tsx";
import { go, type Place, withQuery } from "../router.tsx";
import { count, plural, show } from "../show.ts";

const KEPT = 500;
const ERRORS = new Set<string>(["refused", "failed"]);
const FACES = { mcp: "agent", api: "program", page: "page", cli: "terminal" } as const;

export function ActivityPage({ place }: { place: Place }) {
  const [fresh, setFresh] = useState<CallRecord[]>([]);
  const withPage = place.query.get("page") === "1";
  const onlyErrors = place.query.get("errors") === "1";
  const asked = useQuestion(
    "activity",
    async (signal) => {
      const answer = await get<ActivityAnswer>("/api/v1/activity", {}, signal);
      setFresh([]);
      return answer;
    },
    // What the server takes in memory is told anew then.
    ["updated"],
  );
  useEvents(
    useCallback((event) => {
      if (event.type === "call") setFresh((old) => [event.call, ...old].slice(0, KEPT));
    }, []),
  );
  const all = [...fresh, ...(asked.data?.calls ?? [])];
  const calls = all
    .filter(({ face, outcome }) => (withPage || face !== "page") && (!onlyErrors || ERRORS.has(outcome)))
    .slice(0, KEPT);
  const server = asked.data?.server;
  return (
    <div className="activity">
      <div className="title-row">
        <h1>Activity</h1>
        <div className="row">
          <Switch place={place} name="errors" label="only errors" />
          <Switch place={place} name="page" label="also this page's own calls" />
        </div>
      </div>
      {server && (
        <p className="muted">
          Server {server.pid} · up {plural(Math.floor(server.uptimeSeconds / 60), "minute")} ·{" "}
          {count(Math.round(server.rssBytes / 1_048_576))} MB · {plural(server.sessions, "MCP session")}
        </p>
      )}
      <Problem error={asked.error} />
      {calls.length === 0 ? (
        <p className="empty">
          {onlyErrors ? "No errors." : "No call yet. Agents' calls appear here while they happen."}
        </p>
      ) : (
        <div className="scroll" tabIndex={0} role="group" aria-label="Calls">
          <table>
            <thead>
              <tr>
                <th scope="col">when</th>
                <th scope="col">who</th>
                <th scope="col">tool</th>
                <th scope="col">repository</th>
                <th scope="col">ms</th>
                <th scope="col">tokens</th>
                <th scope="col">outcome</th>
              </tr>
            </thead>
            <tbody aria-live="polite">
              {calls.map((call, at) => (
                <tr key={`${call.at} ${call.tool} ${all.length - at}`}>
                  <td>{new Date(call.at).toLocaleTimeString("en-GB")}</td>
                  <td>{FACES[call.face]}</td>
                  <td>{call.tool}</td>
                  <td>{show(call.repositories.join(", "))}</td>
                  <td className="figure">{call.ms.toFixed(0)}</td>
                  <td className="figure">{count(call.tokens)}</td>
                  <td className={`outcome ${call.outcome}`}>
                    {call.outcome} {call.code && <code>{call.code}</code>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function Switch({ place, name, label }: { place: Place; name: string; label: string }) {
  const change = (isOn: boolean) => go(withQuery(place, { [name]: isOn ? "1" : null }), { replace: true });
  return (
    <label>
      <input
        type="checkbox"
        checked={place.query.get(name) === "1"}
        onChange={(event) => change(event.target.checked)}
      />{" "}
      {label}
    </label>
  );
}

/** Who uses a symbol, with the lines and how each use is known. */
import { callTool } from "../api/client.ts";
import { useQuestion } from "../api/use-question.ts";
import { Problem } from "../parts/problem.tsx";
import { Tier } from "../parts/tier.tsx";
import { codeAddress, Link } from "../router.tsx";
import { count, show } from "../show.ts";

interface TraceData {
  rows: { handle: string; kind: string; tier: string; site: string; lines: number[]; via?: string }[];
  leftOut: number;
}

export function References({ repo, symbol }: { repo: string; symbol: string }) {
  const asked = useQuestion(`references ${repo} ${symbol}`, (signal) =>
    callTool<TraceData>(
      "trace",
      { repo, symbol, relation: "references", tests: true, format: "json", max_tokens: 100_000 },
      signal,
    ),
  );
  const { rows = [], leftOut = 0 } = asked.data?.data ?? {};
  const head = asked.data?.text.startsWith("{") ? "" : (asked.data?.text.split("\n")[0] ?? "");
  return (
    <section aria-label={`Uses of ${show(symbol)}`}>
      <h2>
        Uses of <span className="path">{show(symbol.slice(symbol.indexOf("#") + 1))}</span>
      </h2>
      <Problem error={asked.error} />
      {asked.isAsking && !asked.data && <p className="muted">Tracing …</p>}
      {asked.data && rows.length === 0 && <p className="muted">{show(head) || "No use is known."}</p>}
      <ul className="definitions">
        {rows.map(({ handle, site, lines, tier, kind, via }) => (
          <li key={`${handle} ${kind} ${via ?? ""}`}>
            <Link href={codeAddress(repo, site, `L${lines[0] ?? 1}`)} className="path" data-item>
              {show(site)}
            </Link>
            <span className="muted">
              :{lines.slice(0, 6).join(", ")}
              {lines.length > 6 && ` and ${lines.length - 6} more`}
            </span>{" "}
            <small>{show(handle.slice(handle.indexOf("#") + 1))}</small> <Tier tier={tier} />
          </li>
        ))}
      </ul>
      {leftOut > 0 && <p className="muted">{count(leftOut)} more were left out.</p>}
    </section>
  );
}

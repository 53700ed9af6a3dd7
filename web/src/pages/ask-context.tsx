/** Exactly what an agent would be sent, with what each part of it costs and what was cut. */
import { useState } from "react";
import { callTool, post } from "../api/client.ts";
import { useQuestion } from "../api/use-question.ts";
import { Problem } from "../parts/problem.tsx";
import { go, type Place, withQuery } from "../router.tsx";
import { count, show } from "../show.ts";

interface ContextData {
  files: string[];
  omitted: { path: string; reason: string }[];
  warnings: unknown[];
}

const BUDGETS = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000];

interface Section {
  title: string;
  text: string;
}

export function ContextView({
  args,
  task,
  place,
}: {
  args: Record<string, unknown>;
  task: string;
  place: Place;
}) {
  const budget = Number(place.query.get("budget") ?? 4_000);
  const [copied, setCopied] = useState("");
  const asked = useQuestion(`context ${budget} ${task} ${JSON.stringify(args)}`, async (signal) => {
    const answer = await callTool<ContextData>("context", { ...args, task, max_tokens: budget }, signal);
    const sections = sectionsOf(answer.text);
    const texts = [answer.text, ...sections.map(({ text }) => text)];
    const { tokens } = await post<{ tokens: number[] }>("/api/v1/tokens", { texts }, signal);
    return { answer, sections, tokens };
  });
  const { data } = asked;
  const copy = async () => {
    await navigator.clipboard.writeText(data!.answer.text).then(
      () => setCopied("copied"),
      () => setCopied("the browser refused"),
    );
  };
  return (
    <section aria-label="Context">
      <div className="row">
        <label>
          Budget{" "}
          <select value={budget} onChange={(event) => go(withQuery(place, { budget: event.target.value }))}>
            {BUDGETS.map((value) => (
              <option key={value} value={value}>
                {count(value)} tokens
              </option>
            ))}
          </select>
        </label>
        {data && (
          <button type="button" onClick={copy}>
            Copy
          </button>
        )}
        <span className="muted" role="status">
          {copied}
        </span>
      </div>
      <Problem error={asked.error} />
      {!data && asked.isAsking && <p className="muted">Packing …</p>}
      {data && (
        <>
          <Meter
            budget={budget}
            total={data.tokens[0]!}
            sections={data.sections}
            tokens={data.tokens.slice(1)}
          />
          {data.answer.data.omitted?.length > 0 && (
            <details>
              <summary>{count(data.answer.data.omitted.length)} files cut</summary>
              <ul>
                {data.answer.data.omitted.map(({ path, reason }) => (
                  <li key={path}>
                    <span className="path">{show(path)}</span> <span className="muted">{show(reason)}</span>
                  </li>
                ))}
              </ul>
            </details>
          )}
          <pre className="sent" tabIndex={0} aria-label="What an agent would be sent">
            {show(data.answer.text)}
          </pre>
        </>
      )}
    </section>
  );
}

/** The answer's own headings: `== Read ==`. */
function sectionsOf(text: string): Section[] {
  const parts = text.split(/^== (.+) ==$/m);
  const sections: Section[] = [{ title: "Head", text: parts[0] ?? "" }];
  for (let at = 1; at < parts.length; at += 2)
    sections.push({ title: parts[at]!, text: parts[at + 1] ?? "" });
  return sections;
}

function Meter(props: { budget: number; total: number; sections: Section[]; tokens: number[] }) {
  const { budget, total, sections, tokens } = props;
  return (
    <div className="meter">
      <div className="meter-bar" role="img" aria-label={`${total} of ${budget} tokens`}>
        {sections.map(({ title }, at) => (
          <i key={title} className={`hue-${at % 8}`} style={{ width: `${(tokens[at]! / budget) * 100}%` }} />
        ))}
      </div>
      <ul className="languages">
        {sections.map(({ title }, at) => (
          <li key={title} className={`hue-${at % 8}`}>
            <i /> {show(title)} <span className="muted">{count(tokens[at]!)}</span>
          </li>
        ))}
        <li>
          <b>{count(total)}</b> of {count(budget)} tokens
        </li>
      </ul>
    </div>
  );
}

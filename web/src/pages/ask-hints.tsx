/** What can be asked, for somebody who has not asked yet. */
const HINTS = [
  ["where are settings read", "a question, in your own words"],
  ["TypeError: items is not iterable", "an error message, or a whole stack trace or issue, pasted"],
  ["parseConfig", "a name, or the beginning of one: what there is appears while you type"],
  [
    "retry lang:ts path:src -test",
    "filters: lang: path: -path: kind: type: and -test; those that fit an answer are also offered above it",
  ],
] as const;

export function AskHints() {
  return (
    <section className="hints" aria-label="What can be asked">
      <p className="muted">
        Ask what you would ask a colleague. <kbd>/</kbd> comes back to the box from anywhere.
      </p>
      <dl>
        {HINTS.map(([example, about]) => (
          <div key={example}>
            <dt>
              <code>{example}</code>
            </dt>
            <dd className="muted">{about}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** How a link is known, as a word and a line: whole for the compiler, dashed for resolved, dotted for a guess. */
export function Tier({ tier }: { tier: string | null }) {
  return <span className={`tier tier-${tier ?? "name"}`}>{tier ?? "same name"}</span>;
}

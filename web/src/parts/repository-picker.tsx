import type { Overview } from "../../../src/pages/contract.ts";
import { show } from "../show.ts";

interface Props {
  overview: Overview | null;
  chosen: string | null;
  onChoose: (name: string) => void;
}

export function RepositoryPicker({ overview, chosen, onChoose }: Props) {
  const names = overview?.repositories.map(({ name }) => name) ?? [];
  if (names.length === 0) return null;
  return (
    <select aria-label="Repository" value={chosen ?? ""} onChange={(event) => onChoose(event.target.value)}>
      {chosen !== null && !names.includes(chosen) && <option value={chosen}>{show(chosen)}</option>}
      {names.map((name) => (
        <option key={name} value={name}>
          {show(name)}
        </option>
      ))}
    </select>
  );
}

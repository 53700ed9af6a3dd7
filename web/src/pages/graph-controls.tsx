/** What of a graph is shown: nodes, bounds, tiers, kinds; each choice stands in the address. */
import type { GraphAnswer } from "../../../src/pages/contract.ts";
import { hueOfKind } from "../graph/kind-hues.ts";
import { Tier } from "../parts/tier.tsx";
import { count } from "../show.ts";

const FLEET_KINDS = ["package", "route", "rpc", "graphql", "event", "schema"];
const KINDS = ["calls", "references", "imports", "inherits", "implements", "overrides", "tests"];
const LEVELS = ["symbol", "file", "folder", "package"];
const TIERS = ["heuristic", "resolved", "compiler"];

export interface GraphBounds {
  level: string;
  depth: string;
  fan: string;
  tier: string;
  most: string;
  kinds: string[];
}

type Change = (change: Record<string, string | null>) => void;

export function Bounds({ bounds, onChange }: { bounds: GraphBounds; onChange: Change }) {
  const { level, depth, fan, tier, most } = bounds;
  const isFleet = level === "package";
  const chooseLevel = (value: string) =>
    onChange({
      level: value,
      plus: null,
      kinds: null,
      ...((value === "package") !== isFleet && { of: null }),
    });
  return (
    <>
      <Choice name="Nodes are" value={level} all={LEVELS} onChange={chooseLevel} />
      <Choice
        name="Steps"
        value={depth}
        all={["1", "2", "3", "4"]}
        onChange={(value) => onChange({ depth: value })}
      />
      {!isFleet && (
        <>
          <Choice
            name="Links each"
            value={fan}
            all={["5", "20", "50", "200"]}
            onChange={(value) => onChange({ fan: value })}
          />
          <Choice name="Known by" value={tier} all={TIERS} onChange={(value) => onChange({ tier: value })} />
          <Choice
            name="At most"
            value={most}
            all={["100", "300", "1000", "2000"]}
            onChange={(value) => onChange({ nodes: value })}
          />
        </>
      )}
    </>
  );
}

export function Kinds({ bounds, onChange }: { bounds: GraphBounds; onChange: Change }) {
  const { kinds, level } = bounds;
  const toggled = (kind: string) =>
    kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind];
  return (
    <div className="chips" role="group" aria-label="Kinds of edges">
      {(level === "package" ? FLEET_KINDS : KINDS).map((kind) => (
        <button
          key={kind}
          type="button"
          className="chip"
          aria-pressed={kinds.includes(kind)}
          onClick={() => onChange({ kinds: toggled(kind).join(",") })}
        >
          {kind}
        </button>
      ))}
    </div>
  );
}

/** What the colours and the lines of this picture mean. */
export function Legend({ graph }: { graph: GraphAnswer }) {
  const kinds = new Map<string, number>();
  for (const { kind } of graph.nodes) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const tiers = new Set<string>(graph.edges.map(({ tier }) => tier));
  return (
    <ul className="languages" aria-label="Legend">
      {[...kinds]
        .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
        .map(([kind, nodes]) => (
          <li key={kind} className={`hue-${hueOfKind(kind)}`}>
            <i className="round" /> {kind} <span className="muted">{count(nodes)}</span>
          </li>
        ))}
      {TIERS.filter((tier) => tiers.has(tier)).map((tier) => (
        <li key={tier}>
          <Tier tier={tier} />
        </li>
      ))}
    </ul>
  );
}

interface ChoiceProps {
  name: string;
  value: string;
  all: readonly string[];
  onChange: (value: string) => void;
}

function Choice({ name, value, all, onChange }: ChoiceProps) {
  return (
    <label className="choice">
      <span className="muted">{name}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {[...new Set([value, ...all])].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}

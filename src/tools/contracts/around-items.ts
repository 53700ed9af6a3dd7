/** What the code of an answer calls over the wire and who calls it: the contract and the other end, a line each. */
import type { Handle } from "../../core/edges.ts";
import { pathOfHandle } from "../../core/handles.ts";
import { countTokens } from "../../core/tokens.ts";
import {
  type ContextAnswer,
  type ContractEdge,
  placeOfFile,
  type ScopeSession,
} from "../../engine/engine.ts";
import { placeOf } from "../render-symbol.ts";
import { nameOf, placesIn, type ShowPlace } from "./render-contract.ts";

const MAX_LINES = 8;
const MAX_SYMBOLS = 40;

export interface ContractsOfItems {
  lines: readonly string[];
  tokens: number;
  data: readonly object[];
}

export const NO_CONTRACTS: ContractsOfItems = { lines: [], tokens: 0, data: [] };

/** Proven ones alone, in the order of the items. */
export async function contractsOfItems(
  session: ScopeSession,
  items: ContextAnswer["items"],
): Promise<ContractsOfItems> {
  const handles = items
    .filter(({ section, symbol }) => section === "primary" && symbol)
    .slice(0, MAX_SYMBOLS)
    .map((item) => `${placeOfFile(item)}#${item.symbol}` as Handle);
  const edges = (await session.contractsAt([...new Set(handles)])).filter(({ tier }) => tier !== "heuristic");
  if (edges.length === 0) return NO_CONTRACTS;
  const show = placesIn(session);
  const all = [...new Set(edges.map((edge) => edgeLine(edge, show)))];
  const cut = all.length > MAX_LINES ? [`… ${all.length - MAX_LINES} more`] : [];
  const lines = ["", "== Over contracts ==", ...all.slice(0, MAX_LINES), ...cut];
  return {
    lines,
    tokens: countTokens(`${lines.join("\n")}\n`),
    data: edges.map((edge) => edgeData(edge, show)),
  };
}

/** `pay.ts:4 pay  POST /api/verify => auth-service:verify.ts#verify  (same service; openapi.yaml:6: Verifies)`. */
function edgeLine({ need, offer, line, to, reason }: ContractEdge, show: ShowPlace): string {
  const from = placeOf(show(need, pathOfHandle(need.place.handle)), line);
  const { specification } = offer;
  const told = specification
    ? `; ${placeOf(show(offer, specification.path), specification.startLine)}${specification.summary ? `: ${specification.summary}` : ""}`
    : "";
  return `${from}  ${nameOf(offer)} => ${show(offer, to.handle)}  (${reason}${told})`;
}

function edgeData({ need, offer, line, from, to, reason, tier }: ContractEdge, show: ShowPlace): object {
  return {
    contract: nameOf(offer),
    from: { handle: show(need, from.handle), line },
    to: { handle: show(offer, to.handle) },
    reason,
    tier,
    ...(offer.specification && { specification: offer.specification }),
  };
}

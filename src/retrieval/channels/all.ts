/**
 * The channels, in the order of their features in a row. A channel more is a folder more and a line here; the ranker that was
 * learned knows nothing of its features, so each brings its weight with it until the next training.
 */
import type { Channel } from "./contract.ts";
import { deprioritised } from "./deprioritised/index.ts";
import { graph } from "./graph/index.ts";
import { history } from "./history/index.ts";
import { mentions } from "./mentions/index.ts";
import { names } from "./names/index.ts";
import { paths } from "./paths/index.ts";
import { phrases } from "./phrases/index.ts";
import { recency } from "./recency/index.ts";
import { roles } from "./roles/index.ts";
import { vectors } from "./vectors/index.ts";
import { words } from "./words/index.ts";

export const CHANNELS: readonly Channel[] = [
  words,
  paths,
  names,
  mentions,
  roles,
  graph,
  recency,
  vectors,
  phrases,
  history,
  deprioritised,
];

/** Files that the setting `deprioritise` of their repository names: found as all others, and ranked below them. */
import { globMatcher } from "../../../core/path-glob.ts";
import type { ScopeMember } from "../../scope/scope.ts";
import { type Channel, type Evidence, gatherEach } from "../contract.ts";

/** More than all other features together come to, so that the order among the files themselves stays. */
const BELOW_THE_REST = -100;

export const deprioritised: Channel = {
  id: "deprioritised",
  features: [
    {
      name: "isDeprioritised",
      scale: "as is",
      about: "1 for a file that the setting deprioritise names",
      phraseAgainst: "deprioritised by a setting",
      weight: BELOW_THE_REST,
      isVague: true,
    },
  ],
  gather: gatherEach(evidenceOf),
};

function evidenceOf({ view }: ScopeMember): Evidence {
  const { deprioritise = [] } = view;
  if (deprioritise.length === 0) return { fill: () => {} };
  const isNamed = globMatcher(deprioritise);
  return {
    fill({ path }, row, at) {
      row[at] = isNamed(path) ? 1 : 0;
    },
  };
}

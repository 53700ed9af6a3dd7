/** What frameworks make of the files of a view: models, routes, jobs and the like. */
import { pathOfHandle } from "../../core/handles.ts";
import { UNIT_TYPES, type UnitType } from "../../core/unit-types.ts";
import { isTestPath } from "../../languages/test-paths.ts";
import type { UnitPlace, UnitPlaces } from "../../retrieval/index.ts";
import type { ViewSession } from "../session.ts";
import { viewContracts } from "./contracts.ts";

export type UnitCounts = Readonly<Partial<Record<UnitType, number>>>;

export async function unitPlacesOf(view: ViewSession): Promise<UnitPlaces> {
  const { units } = await viewContracts(view);
  const places = new Map<string, UnitPlace[]>();
  for (const { type, place } of units) {
    const path = pathOfHandle(place.handle);
    const { startLine, endLine } = place.span;
    places.set(path, [...(places.get(path) ?? []), { type, startLine, endLine }]);
  }
  return places;
}

/** Those of tests left out; in the order of the types. */
export async function countUnits(view: ViewSession): Promise<UnitCounts> {
  const { units } = await viewContracts(view);
  const own = units.filter(({ place }) => !isTestPath(pathOfHandle(place.handle)));
  const counts = UNIT_TYPES.map((type) => [type, own.filter((unit) => unit.type === type).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

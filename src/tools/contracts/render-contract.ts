/** Offers and needs as lines of text and as data; places carry the name of their repository where several are asked. */
import { pathOfHandle } from "../../core/handles.ts";
import { qualify } from "../../core/qualified-places.ts";
import type { InScope, JoinedNeed, ScopeSession } from "../../engine/engine.ts";
import { placeOf } from "../render-symbol.ts";

export type ShowPlace = (contract: Pick<InScope, "repository">, place: string) => string;

/** Bare inside one repository. */
export function placesIn(session: ScopeSession): ShowPlace {
  return ({ repository }, place) =>
    session.isFederation && repository !== undefined ? qualify(repository, place) : place;
}

/** `GET /users/{id}  src/users.py:4  -> src/users.py#read_user  (fastapi, resolved; openapi.yaml:7: One user)`. */
export function offerLine(offer: InScope, show: ShowPlace): string {
  const { place, tier, details, specification, implementation } = offer;
  const at = placeOf(show(offer, pathOfHandle(place.handle)), place.span.startLine);
  const by = implementation === undefined ? "" : `  -> ${show(offer, implementation)}`;
  const marks = [
    `${details.framework ?? "rule"}, ${tier}`,
    details.mount === undefined ? "" : "mounted elsewhere",
    offer.implementedBy?.startsWith("not found") ? offer.implementedBy : "",
    specification ? specifiedText(offer, show) : "",
  ];
  return `${nameOf(offer)}  ${at}${by}  (${marks.filter(Boolean).join("; ")})`;
}

function specifiedText(offer: InScope, show: ShowPlace): string {
  const { path, startLine, summary } = offer.specification!;
  // The place says it already where nothing in code is known.
  const isPlace = pathOfHandle(offer.place.handle) === path;
  const at = isPlace ? "" : placeOf(show(offer, path), startLine);
  return [at, summary ?? ""].filter(Boolean).join(": ");
}

/** `POST /api/verify  pay.ts:4 in pay  => auth-service:verify.ts#verify  (same service, resolved)`. */
export function needLine({ need, offers, reason, tier, open }: JoinedNeed, show: ShowPlace): string {
  const at = placeOf(show(need, pathOfHandle(need.place.handle)), need.place.span.startLine);
  const met = offers.map((offer) => answererText(offer, show));
  const to = met.length > 0 ? `=> ${met.join(" or ")}` : `=> ? ${open ?? ""}`.trimEnd();
  const how = reason === null ? "" : `  (${reason}, ${tier}${met.length > 1 ? ", candidates" : ""})`;
  return `${nameOf(need)}  ${at}  ${to}${how}`;
}

export function nameOf({ kind, key }: InScope): string {
  return kind === "route" || kind === "graphql" ? key : `${kind} ${key}`;
}

/** The symbol that answers; where none is known, the lines that say what does. */
function answererText(offer: InScope, show: ShowPlace): string {
  const { implementation, place } = offer;
  const handle = implementation ?? (isOwnPlace(offer) ? place.handle : null);
  if (handle !== null) return show(offer, handle);
  return placeOf(show(offer, pathOfHandle(place.handle)), place.span.startLine);
}

/** A decorated function is its own place; a route that a function registers is not that function. */
function isOwnPlace({ details, place }: InScope): boolean {
  return details.handler === undefined && details.framework !== "resolver map" && place.handle.includes("#");
}

/** The code that answers, as far as it is known. */
export function answererOf({ implementation, place }: InScope): string {
  return implementation ?? place.handle;
}

export function contractData(contract: InScope, show: ShowPlace): Record<string, unknown> {
  const { kind, key, place, tier, details, service, repository, specification, implementedBy } = contract;
  return {
    kind,
    key,
    ...(repository === undefined ? {} : { repository }),
    ...(service === undefined ? {} : { service }),
    place: {
      handle: show(contract, place.handle),
      startLine: place.span.startLine,
      endLine: place.span.endLine,
    },
    tier,
    ...(contract.implementation && { implementation: show(contract, contract.implementation) }),
    ...(implementedBy === undefined ? {} : { implementedBy }),
    ...(specification && { specification: { ...specification, path: show(contract, specification.path) } }),
    details,
  };
}

export function needData(joined: JoinedNeed, show: ShowPlace): Record<string, unknown> {
  const { need, offers, reason, tier, open } = joined;
  const metBy = offers.map((offer) => ({
    handle: show(offer, answererOf(offer)),
    ...(offer.service === undefined ? {} : { service: offer.service }),
  }));
  return { ...contractData(need, show), metBy, ...(reason ? { reason, joinTier: tier } : { open }) };
}

/** Files that an answer with these tells about. */
export function filesOf(contracts: readonly InScope[], show: ShowPlace): string[] {
  return [...new Set(contracts.map((one) => show(one, pathOfHandle(one.place.handle))))];
}

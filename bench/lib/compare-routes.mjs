/** Two lists of routes, by method and the shape of the path. */

/** `/users/:id.json?`, `/users/<int:id>` and `/users/{id}` are `/users/{}`. */
export function shapeOf(path) {
  const steps = path
    .split("/")
    .filter((step) => step !== "")
    .map((step) => (/[:*<>{}[\]()]/.test(step) ? "{}" : step));
  return `/${steps.join("/")}`;
}

function keyOf(route) {
  const space = route.indexOf(" ");
  return { method: route.slice(0, space).toUpperCase(), path: shapeOf(route.slice(space + 1)) };
}

function byPath(routes) {
  const found = new Map();
  for (const { method, path } of routes) {
    if (!found.has(path)) found.set(path, new Set());
    found.get(path).add(method);
  }
  return found;
}

function isIn(paths, { method, path }) {
  const methods = paths.get(path);
  return methods !== undefined && (method === "*" || methods.has("*") || methods.has(method));
}

/** Frameworks answer HEAD and OPTIONS by themselves where the code says nothing of them. */
const OWN_METHODS = new Set(["HEAD", "OPTIONS"]);

export function compareRoutes({ routes, unlisted, under = [""], besides = [] }, offers) {
  const listed = [...routes, ...(unlisted?.routes ?? [])];
  const places = offers
    .map(({ key, place, implementation }) => ({ ...keyOf(key), place, implementation }))
    .filter(({ place: { handle } }) => under.some((start) => handle.startsWith(start)))
    .filter(({ place: { handle } }) => !besides.some((start) => handle.startsWith(start)));
  const wanted = unique(listed.map(keyOf)).filter(({ method }) => !OWN_METHODS.has(method));
  const given = unique(places).filter(({ method }) => !OWN_METHODS.has(method));
  const inTruth = byPath(listed.map(keyOf));
  const inAnswer = byPath(places);
  const wrong = given.filter((route) => !isIn(inTruth, route));
  const missed = wanted.filter((route) => !isIn(inAnswer, route));
  return {
    routes: wanted.length,
    given: given.length,
    right: { given: given.length - wrong.length, listed: wanted.length - missed.length },
    handlers: given.filter(({ implementation, place }) => implementation ?? place.handle.includes("#"))
      .length,
    wrong: wrong.map(
      ({ method, path, place }) => `${method} ${path} ${place.handle}:${place.span.startLine}`,
    ),
    missed: missed.map(({ method, path }) => `${method} ${path}`),
  };
}

function unique(routes) {
  return [...new Map(routes.map((route) => [`${route.method} ${route.path}`, route])).values()];
}

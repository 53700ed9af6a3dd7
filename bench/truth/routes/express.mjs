/**
 * The routes of an Express application as Express's own routers hold them: the application is bundled with stands for the
 * packages it uses beyond Express, loaded, and what is mounted where is written down while it happens. Nothing listens.
 *
 *     node bench/truth/routes/express.mjs ENTRY --modules folder/with/esbuild/and/express > routes.txt
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { modules: { type: "string" } },
});
const load = createRequire(join(resolve(values.modules), "node_modules/x.js"));
const express = load("express");
const METHODS = ["get", "post", "put", "patch", "delete", "all"];
const placed = [];
const routers = new Set();

/** Routers are functions; their prototype takes the calls. */
function watch(target, self) {
  for (const method of METHODS) {
    const own = target[method];
    target[method] = function (path, ...rest) {
      if (rest.length > 0)
        for (const one of [path].flat()) placed.push({ on: self ?? this, method, path: String(one) });
      return own.call(this, path, ...rest);
    };
  }
  const use = target.use;
  target.use = function (...given) {
    const paths = typeof given[0] === "function" ? [""] : [given[0]].flat();
    for (const child of given.flat().filter((one) => routers.has(one)))
      for (const path of paths) placed.push({ on: self ?? this, child, path: String(path) });
    return use.apply(this, given.length === 0 ? [() => {}] : given);
  };
}
const makeRouter = express.Router;
function Router(...given) {
  const router = makeRouter(...given);
  routers.add(router);
  watch(router, router);
  return router;
}
const roots = [];
const watched = Object.assign(
  () => {
    const app = express();
    roots.push(app);
    routers.add(app);
    watch(app, app);
    app.listen = () => app;
    return app;
  },
  express,
  { Router },
);

const stand = () =>
  new Proxy(class {}, {
    get: (own, name) =>
      name === "prototype"
        ? own.prototype
        : name === Symbol.toPrimitive
          ? () => "x"
          : name === "then"
            ? undefined
            : name === Symbol.iterator
              ? [][Symbol.iterator]
              : stand(),
    apply: () => stand(),
    construct: () => stand(),
  });
const files = new Proxy(
  { existsSync: () => false, readFileSync: () => "{}" },
  { get: (own, name) => own[name] ?? stand() },
);
globalThis.expressBeside = { watched, stand, files };

const folder = mkdtempSync(join(tmpdir(), "express-routes-"));
const outfile = join(folder, "app.cjs");
await load("esbuild").build({
  entryPoints: [positionals[0]],
  outfile,
  bundle: true,
  platform: "node",
  format: "cjs",
  logLevel: "error",
  loader: { ".node": "empty" },
  plugins: [
    {
      name: "stands",
      setup(build) {
        build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === "entry-point"
            ? undefined
            : isBuiltIn(path)
              ? { path, external: true }
              : { path, namespace: "stand" },
        );
        build.onLoad({ filter: /.*/, namespace: "stand" }, ({ path }) => ({
          contents: `module.exports = globalThis.expressBeside.${/^(?:node:)?fs$/.test(path) ? "files" : path === "express" ? "watched" : "stand()"};`,
        }));
      },
    },
  ],
});
function isBuiltIn(path) {
  // What an application reads of its folder as it starts is not there.
  return createRequire(import.meta.url).resolve.paths(path) === null && !/^(?:node:)?fs$/.test(path);
}
const { log } = console;
console.log = () => {};
try {
  load(outfile);
} finally {
  console.log = log;
  rmSync(folder, { recursive: true, force: true });
}

function* routesOf(router, prefix, depth = 0) {
  for (const { method, path, child } of placed.filter((one) => one.on === router)) {
    const whole = `${prefix}/${path}`.replace(/\/+/g, "/");
    if (child && depth < 8) yield* routesOf(child, whole, depth + 1);
    else if (method)
      yield `${method === "all" ? "*" : method.toUpperCase()} ${whole.replace(/(.)\/$/, "$1")}`;
  }
}
for (const root of roots) for (const route of new Set(routesOf(root, ""))) console.log(route);
process.exit(0);

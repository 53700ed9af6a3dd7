import { expect, it } from "vitest";
import { offersIn, useContracts } from "./contracts-of.ts";

const contractsOf = useContracts();

it("composes the paths of routers on routers and of applications put on others", async () => {
  const contracts = await contractsOf({
    "src/web.ts":
      'import Koa from "koa";\nimport mount from "koa-mount";\nimport api from "./api";\nconst app = new Koa();\napp.use(mount("/api", api));\n',
    "src/api/index.ts":
      'import Koa from "koa";\nimport Router from "koa-router";\nimport users from "./users";\nconst api = new Koa();\nconst router = new Router();\nrouter.use("/", users.routes());\napi.use(router.routes());\nexport default api;\n',
    "src/api/users.ts":
      'import Router from "koa-router";\nconst router = new Router();\nrouter.post("users.list", auth(), list);\nexport default router;\n',
  });
  expect(offersIn(contracts)).toEqual(["POST /api/users.list resolved src/api/users.ts:3"]);
});

it("an application that nobody mounts serves its routers as they are", async () => {
  const contracts = await contractsOf({
    "src/app.ts":
      'import Koa from "koa";\nimport Router from "@koa/router";\nconst app = new Koa();\nconst router = new Router({ prefix: "/users" });\nrouter.get("/:id", show);\napp.use(router.routes());\n',
  });
  expect(offersIn(contracts)).toEqual(["GET /users/{} resolved src/app.ts:5"]);
});

it("applications are put on one that a function is given", async () => {
  const contracts = await contractsOf({
    "src/web.ts":
      'import Koa from "koa";\nimport mount from "koa-mount";\nimport { api } from "./api";\nexport function init(app: Koa = new Koa()) {\n  app.use(mount("/api", api));\n}\n',
    "src/api.ts":
      'import Koa from "koa";\nimport Router from "koa-router";\nexport const api = new Koa<State, Context>();\nconst router = new Router();\nrouter.get("/users", list);\napi.use(router.routes());\n',
  });
  expect(offersIn(contracts)).toEqual(["GET /api/users resolved src/api.ts:5"]);
});

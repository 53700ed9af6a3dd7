import { expect, it } from "vitest";
import { offersIn, useContracts } from "./contracts-of.ts";

const contractsOf = useContracts();

async function routesOf(path: string, source: string): Promise<string[]> {
  return offersIn(await contractsOf({ [path]: source })).map((line) => line.replace(/ \S+:\d+.*$/, ""));
}

function go(module: string, body: string): string {
  return `package main\n\nimport "${module}"\n\nfunc main() {\n${body}\n}\n`;
}

it.each([
  [
    "Gin: groups that are given names",
    "main.go",
    go(
      "github.com/gin-gonic/gin",
      'r := gin.Default()\napi := r.Group("/api")\nv1 := api.Group("/v1")\nv1.GET("/users/:id", show)\nr.POST("/login", login)\napi.Any("/any", x)',
    ),
    ["GET /api/v1/users/{} resolved", "POST /login resolved", "* /api/any resolved"],
  ],
  [
    "Gin: a router that is a parameter",
    "cats.go",
    `package main\nimport "github.com/gin-gonic/gin"\nfunc Register(rg *gin.RouterGroup) {\n  cats := rg.Group("/cats")\n  cats.POST("", makeCat)\n}\n`,
    ["POST /cats heuristic"],
  ],
  [
    "Echo",
    "main.go",
    go(
      "github.com/labstack/echo/v4",
      'e := echo.New()\ng := e.Group("/admin")\ng.DELETE("/users/:id", drop)',
    ),
    ["DELETE /admin/users/{} resolved"],
  ],
  [
    "chi: blocks that give their router the same name",
    "main.go",
    go(
      "github.com/go-chi/chi/v5",
      'r := chi.NewRouter()\nr.Get("/", home)\nr.Route("/articles", func(r chi.Router) {\n  r.Get("/", list)\n  r.Route("/{id}", func(r chi.Router) {\n    r.Put("/", save)\n  })\n})\nr.Get("/ping", ping)',
    ),
    ["GET / resolved", "GET /articles resolved", "PUT /articles/{} resolved", "GET /ping resolved"],
  ],
  [
    "Fiber",
    "main.go",
    go(
      "github.com/gofiber/fiber/v2",
      'app := fiber.New()\napi := app.Group("/api")\napi.Get("/users/:id", show)',
    ),
    ["GET /api/users/{} resolved"],
  ],
  [
    "net/http with methods in patterns",
    "main.go",
    go(
      "net/http",
      'mux := http.NewServeMux()\nmux.HandleFunc("GET /items/{id}", item)\nmux.Handle("/static/", files)\nhttp.HandleFunc("/old", old)\nreq.Header.Set("a", "b")',
    ),
    ["GET /items/{} resolved", "* /static resolved", "* /old heuristic"],
  ],
  [
    "gorilla/mux",
    "main.go",
    go(
      "github.com/gorilla/mux",
      'r := mux.NewRouter()\napi := r.PathPrefix("/api").Subrouter()\napi.HandleFunc("/users/{id}", show)',
    ),
    ["* /api/users/{} resolved"],
  ],
  [
    "Hono",
    "app.ts",
    'import { Hono } from "hono";\nconst users = new Hono();\nusers.get("/:id", show);\nconst app = new Hono();\napp.route("/users", users);\nmap.get("/x");',
    ["GET /users/{} heuristic"],
  ],
  [
    "Koa",
    "app.ts",
    'import Router from "@koa/router";\nconst router = new Router({ prefix: "/users" });\nrouter.get("/:id", show);',
    ["GET /users/{} heuristic"],
  ],
  [
    "Ktor: blocks in blocks",
    "App.kt",
    'package a\nimport io.ktor.server.routing.*\nfun Application.module() {\n  routing {\n    route("/users") {\n      get("/{id}") { call.respond(1) }\n      post { }\n    }\n    get("/ping") { }\n  }\n}\n',
    ["GET /users/{} resolved", "GET /ping resolved"],
  ],
])("%s", async (_, path, source, expected) => {
  expect(await routesOf(path, source)).toEqual(expected);
});

it("Fastify: a plugin of another file stands where it is registered", async () => {
  const contracts = await contractsOf({
    "app.js": `const fastify = require("fastify")({ logger: true });
const users = require("./users");
fastify.get("/health", async () => "ok");
fastify.register(users, { prefix: "/users" });
`,
    "users.js": `module.exports = async function users(fastify, options) {
  fastify.get("/:id", async () => 1);
};
`,
  });
  expect(offersIn(contracts)).toContain("GET /health resolved app.js:3");
});

it("Gin: groups that go on in a chain, and routes for listed methods", async () => {
  const contracts = await contractsOf({
    "main.go": `package main

import "github.com/gin-gonic/gin"

func main() {
	g := gin.New()
	g.Match([]string{"GET", "HEAD"}, "/health", health)
	g.Group("/user").Use(guard()).POST("", make)
}

func health(c *gin.Context) {}
func make(c *gin.Context)   {}
`,
  });
  expect(offersIn(contracts)).toEqual([
    "GET /health resolved main.go#main:7 -> main.go#health",
    "HEAD /health resolved main.go#main:7 -> main.go#health",
    "POST /user resolved main.go#main:8 -> main.go#make",
  ]);
});

/** Routers that stand in other files than their routes: handed to functions, returned by them, kept in fields. */
import { expect, it } from "vitest";
import { offersIn, useContracts } from "./contracts-of.ts";

const contractsOf = useContracts();
const GO = { "go.mod": "module shop\n\ngo 1.22\n" };

it("gorilla: a router that methods of other files are given, methods behind the route", async () => {
  const contracts = await contractsOf({
    ...GO,
    "api/api.go": `package api

import "github.com/gorilla/mux"

type API struct{}

func (a *API) RegisterRoutes(r *mux.Router) {
	v2 := r.PathPrefix("/api/v2").Subrouter()
	a.registerCarts(v2)
	a.registerSystem(r)
}
`,
    "api/carts.go": `package api

import (
	"net/http"

	"github.com/gorilla/mux"
)

func (a *API) registerCarts(r *mux.Router) {
	r.HandleFunc("/carts", a.list).Methods("GET")
	r.HandleFunc("/carts", a.guarded(a.save)).Methods(http.MethodPost, "PUT")
}

func (a *API) registerSystem(r *mux.Router) {
	r.HandleFunc("/hello", a.list)
}

func (a *API) list(w http.ResponseWriter, r *http.Request) {}
func (a *API) save(w http.ResponseWriter, r *http.Request) {}
`,
    "main.go": `package main

import (
	"github.com/gorilla/mux"
	"shop/api"
)

func main() {
	r := mux.NewRouter()
	a := &api.API{}
	a.RegisterRoutes(r)
}
`,
  });
  expect(offersIn(contracts)).toEqual([
    "GET /api/v2/carts resolved api/carts.go#API.registerCarts:10 -> api/carts.go#API.list",
    "POST /api/v2/carts resolved api/carts.go#API.registerCarts:11",
    "PUT /api/v2/carts resolved api/carts.go#API.registerCarts:11",
    "* /hello resolved api/carts.go#API.registerSystem:15 -> api/carts.go#API.list",
  ]);
});

it("gorilla: routers in fields, with prefixes that constants of another package hold", async () => {
  const contracts = await contractsOf({
    ...GO,
    "model/urls.go": `package model

const Suffix = "/api/v4"
`,
    "api/init.go": `package api

import "shop/model"

func Init(srv *Server) {
	api := &API{}
	api.Routes.Root = srv.Router.PathPrefix(model.Suffix).Subrouter()
	api.Routes.Users = api.Routes.Root.PathPrefix("/users").Subrouter()
	_ = mux.NewRouter
}
`.replace('import "shop/model"', 'import (\n\t"github.com/gorilla/mux"\n\t"shop/model"\n)'),
    "api/users.go": `package api

import "github.com/gorilla/mux"

var _ = mux.NewRouter

func (api *API) InitUsers() {
	api.Routes.Users.Handle("/{id}", show).Methods("GET")
}
`,
  });
  expect(offersIn(contracts)).toEqual(["GET /api/v4/users/{} heuristic api/users.go#API.InitUsers:8"]);
});

it("chi: a router that a method of another package returns", async () => {
  const contracts = await contractsOf({
    ...GO,
    "handler/api.go": `package handler

import (
	"net/http"

	"github.com/go-chi/chi"
)

type Server struct{}

func (s Server) Handler() http.Handler {
	r := chi.NewRouter()
	r.Route("/repos", func(r chi.Router) {
		r.With(guard).Get("/", list)
	})
	r.Mount("/users", usersResource{}.Routes())
	return r
}

type usersResource struct{}

func (u usersResource) Routes() chi.Router {
	r := chi.NewRouter()
	r.Get("/{id}", show)
	return r
}
`,
    "main.go": `package main

import (
	"github.com/go-chi/chi"
	"shop/handler"
)

func serve(api handler.Server) *chi.Mux {
	r := chi.NewRouter()
	r.Mount("/api", api.Handler())
	return r
}
`,
  });
  expect(offersIn(contracts)).toEqual([
    "GET /api/repos resolved handler/api.go#Server.Handler:14",
    "GET /api/users/{} resolved handler/api.go#usersResource.Routes:24",
  ]);
});

it("Echo: paths that a function joins, and a constant alone", async () => {
  const contracts = await contractsOf({
    ...GO,
    "main.go": `package main

import (
	"path"

	"github.com/labstack/echo/v4"
)

const (
	admin  = "/admin"
	health = "/health"
)

func main() {
	e := echo.New()
	e.GET(path.Join(admin, "/login"), login)
	e.GET(health, check)
	e.GET(unknown, check)
	register(e.Group("/v1"))
}

func register(g *echo.Group) {
	g.POST("/carts", save)
}
`,
  });
  expect(offersIn(contracts)).toEqual([
    "GET /admin/login resolved main.go#main:16",
    "GET /health resolved main.go#main:17",
    "POST /v1/carts resolved main.go#register:23",
  ]);
});

const CARGO = { "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\n' };

it("Rocket: lists that functions put together, mounted below what only running code knows", async () => {
  const contracts = await contractsOf({
    ...CARGO,
    "src/main.rs": `mod api;

fn launch(base: &str) {
    rocket::build()
        .mount([base, "/api"].concat(), api::core::routes());
}
`,
    "src/api/mod.rs": `mod carts;
pub mod core;
`,
    "src/api/core.rs": `use rocket::{get, routes, Route};
use super::carts;

pub fn routes() -> Vec<Route> {
    let mut routes = routes![health];
    routes.append(&mut carts::routes());
    routes
}

#[get("/health")]
fn health() {}
`,
    "src/api/carts.rs": `use rocket::{get, routes, Route};

pub fn routes() -> Vec<Route> {
    routes![show]
}

#[get("/carts/<id>")]
fn show(id: u32) {}
`,
  });
  expect(offersIn(contracts).map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
    "GET /api/carts/{}",
    "GET /api/health",
  ]);
});

it("Axum: routers in variables, nested where they are named or where they are written", async () => {
  const contracts = await contractsOf({
    ...CARGO,
    "src/main.rs": `use axum::{routing::get, Router};
mod users;

fn app() -> Router {
    let api = Router::new().route("/carts", get(list).post(save));
    Router::new()
        .nest("/api", api)
        .nest("/admin", Router::new().route("/stats", get(stats)))
        .merge(users::router())
}

async fn list() {}
async fn save() {}
async fn stats() {}
`,
    "src/users.rs": `use axum::{routing::get, Router};

pub fn router() -> Router {
    Router::new().route("/users/{id}", get(show))
}

async fn show() {}
`,
  });
  expect(offersIn(contracts)).toEqual([
    "GET /api/carts resolved src/main.rs#app:5 -> src/main.rs#list",
    "POST /api/carts resolved src/main.rs#app:5 -> src/main.rs#save",
    "GET /admin/stats resolved src/main.rs#app:8 -> src/main.rs#stats",
    "GET /users/{} resolved src/users.rs#router:4 -> src/users.rs#show",
  ]);
});

it("Sinatra: classes that Rack maps to an address", async () => {
  const contracts = await contractsOf({
    "dhcp/config.ru": `require "dhcp/api"

map "/dhcp" do
  run Proxy::DhcpApi
end
`,
    "dhcp/api.rb": `class Proxy::DhcpApi < ::Sinatra::Base
  get "/:network" do
    1
  end
end
`,
  });
  expect(offersIn(contracts)).toEqual(["GET /dhcp/{} resolved dhcp/api.rb#Proxy.DhcpApi:2"]);
});

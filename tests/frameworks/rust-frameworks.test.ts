import { expect, it } from "vitest";
import { offersIn, useContracts } from "./contracts-of.ts";

const contractsOf = useContracts();
const CARGO = '[package]\nname = "a"\nversion = "0.1.0"\n';

it("Actix: attributes and chains below scopes and resources, configured over files", async () => {
  const contracts = await contractsOf({
    "Cargo.toml": CARGO,
    "src/main.rs": `use actix_web::{web, App, HttpServer};
mod carts;

async fn main() {
    HttpServer::new(|| App::new().service(web::scope("/api").configure(carts::config)));
}
`,
    "src/carts.rs": `use actix_web::{get, web};

#[get("/items/{id}")]
async fn item() {}

pub fn config(cfg: &mut web::ServiceConfig) {
    cfg.service(
        web::scope("/v1")
            .wrap(limit)
            .service(item)
            .service(web::resource("/carts").route(web::get().to(list)).route(web::post().to(make)))
            .service(web::scope("/deep").route("/x", web::delete().to(remove)))
            .route("/plain", web::get().to(list)),
    );
}

async fn list() {}
async fn make() {}
async fn remove() {}
`,
  });
  expect(offersIn(contracts)).toEqual([
    "GET /api/v1/items/{} resolved src/carts.rs#item:3",
    "GET /api/v1/carts resolved src/carts.rs#config:11 -> src/carts.rs#list",
    "POST /api/v1/carts resolved src/carts.rs#config:11 -> src/carts.rs#make",
    "DELETE /api/v1/deep/x resolved src/carts.rs#config:12 -> src/carts.rs#remove",
    "GET /api/v1/plain resolved src/carts.rs#config:13 -> src/carts.rs#list",
  ]);
});

it("Rocket: attributes, lists of routes and where they are mounted", async () => {
  const contracts = await contractsOf({
    "Cargo.toml": CARGO,
    "src/main.rs": `use rocket::routes;
mod carts;

#[get("/health")]
fn health() {}

fn rocket() -> _ {
    rocket::build().mount("/", routes![health]).mount("/api", carts::routes())
}
`,
    "src/carts.rs": `use rocket::{routes, Route};

#[get("/carts/<id>?<full>")]
fn show(id: u32) {}

#[post("/carts", data = "<cart>")]
fn make(cart: String) {}

pub fn routes() -> Vec<Route> {
    routes![show, make]
}
`,
  });
  expect(offersIn(contracts)).toEqual([
    "GET /api/carts/{} resolved src/carts.rs#show:3",
    "POST /api/carts resolved src/carts.rs#make:6",
    "GET /health resolved src/main.rs#health:4",
  ]);
});

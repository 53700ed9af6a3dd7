import { expect, it } from "vitest";
import { offersIn, useContracts } from "./contracts-of.ts";

const contractsOf = useContracts();

async function routesOf(path: string, source: string): Promise<string[]> {
  const { offers } = await contractsOf({ [path]: source });
  return offers.map(({ key, details }) => `${key} ${details.action ?? ""}`.trim());
}

it("Rails: resources, namespaces, members and single routes", async () => {
  const source = `Rails.application.routes.draw do
  root to: "pages#home"
  namespace :api do
    resources :users, only: [:index, :show] do
      member do
        post :ban
      end
      resources :posts, only: [:create]
    end
  end
  resource :session, only: [:create, :destroy]
  scope "/admin", module: "admin" do
    get "stats", to: "stats#show"
  end
  get "/about", to: "pages#about"
end
`;
  expect(await routesOf("config/routes.rb", source)).toEqual([
    "GET / pages#home",
    "GET /api/users api/users#index",
    "GET /api/users/{} api/users#show",
    "POST /api/users/{}/ban api/users#ban",
    "POST /api/users/{}/posts api/posts#create",
    "POST /session sessions#create",
    "DELETE /session sessions#destroy",
    "GET /admin/stats admin/stats#show",
    "GET /about pages#about",
  ]);
});

it("Rails: concerns, rockets, members by option, several names, optional parts, redirections", async () => {
  const source = `Rails.application.routes.draw do
  concern :noted do
    resources :notes, only: [:index]
  end
  get "/rss" => "home#index", :format => "rss"
  get "/top(/:length)" => "home#top"
  get "/old", to: redirect("/new")
  match "/any" => "home#any", :via => [:get, :post]
  resources :books, :films, only: [:show], shallow: true do
    get :ban, on: :member
    get 'auto', :on => :collection
    collection { get :search }
  end
  resources :carts, only: [:show], concerns: :noted
end
`;
  expect(await routesOf("config/routes.rb", source)).toEqual([
    "GET /carts/{}/notes notes#index",
    "GET /rss home#index",
    "GET /top home#top",
    "GET /old redirect()",
    "GET /any home#any",
    "POST /any home#any",
    "GET /books/{} books#show",
    "GET /films/{} films#show",
    "GET /books/{}/ban books#ban",
    "GET /books/auto books#auto",
    "GET /books/search books#search",
    "GET /carts/{} carts#show",
  ]);
});

it("Laravel: groups, prefixes, resources", async () => {
  const source = `<?php
use App\\Http\\Controllers\\UserController;
Route::get('/', fn () => view('home'));
Route::prefix('admin')->group(function () {
    Route::get('/users/{id}', [UserController::class, 'show']);
    Route::apiResource('photos', PhotoController::class);
});
Route::post('/login', [AuthController::class, 'login']);
`;
  expect(await routesOf("routes/web.php", source)).toEqual([
    "GET /",
    "GET /admin/users/{} UserController@show",
    "GET /admin/photos PhotoController@index",
    "POST /admin/photos PhotoController@store",
    "GET /admin/photos/{} PhotoController@show",
    "PUT /admin/photos/{} PhotoController@update",
    "PATCH /admin/photos/{} PhotoController@update",
    "DELETE /admin/photos/{} PhotoController@destroy",
    "POST /login AuthController@login",
  ]);
});

it("Axum: routers of functions, nested over files", async () => {
  const contracts = await contractsOf({
    "Cargo.toml": '[package]\nname = "a"\nversion = "0.1.0"\n',
    "src/main.rs": `use axum::{routing::get, Router};
mod users;

async fn main() {
    let app = Router::new().route("/health", get(health)).nest("/api", users::routes());
}

async fn health() {}
`,
    "src/users.rs": `use axum::{routing::{get, post}, Router};

pub fn routes() -> Router {
    Router::new().route("/users/:id", get(show).delete(drop_user)).route("/users", post(make))
}

async fn show() {}
async fn make() {}
async fn drop_user() {}
`,
  });
  expect(offersIn(contracts)).toEqual([
    "GET /health resolved src/main.rs#main:5 -> src/main.rs#health",
    "GET /api/users/{} resolved src/users.rs#routes:4 -> src/users.rs#show",
    "DELETE /api/users/{} resolved src/users.rs#routes:4 -> src/users.rs#drop_user",
    "POST /api/users resolved src/users.rs#routes:4 -> src/users.rs#make",
  ]);
});

it("Phoenix: scopes, single routes, resources in resources, live views", async () => {
  const source = `defmodule ShopWeb.Router do
  use ShopWeb, :router

  pipeline :api do
    plug :accepts, ["json"]
  end

  scope "/api", ShopWeb.Api do
    pipe_through :api
    get "/carts/:id", CartController, :show
    resources "/orders", OrderController, only: [:index] do
      resources "/items", ItemController, only: [:create]
    end
  end

  scope "/", ShopWeb do
    live "/panel", PanelLive, :index
  end
end
`;
  expect(await routesOf("lib/shop_web/router.ex", source)).toEqual([
    "GET /api/carts/{} ShopWeb.Api.CartController#show",
    "GET /api/orders ShopWeb.Api.OrderController#index",
    "POST /api/orders/{}/items ShopWeb.Api.ItemController#create",
    "GET /panel ShopWeb.PanelLive#index",
  ]);
});

it("Sinatra: blocks in classes and namespaces; a test that asks is no route", async () => {
  const source = `require "sinatra/base"
class Shop < Sinatra::Base
  namespace "/api" do
    get "/carts/:id" do
      "x"
    end
  end
  post("/carts") { 1 }
  get "/asked"
end
`;
  expect(await routesOf("shop.rb", source)).toEqual(["GET /api/carts/{}", "POST /carts"]);
});

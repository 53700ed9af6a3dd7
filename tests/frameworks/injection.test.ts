import { expect, it } from "vitest";
import { offersIn, type Tree, useContracts } from "./contracts-of.ts";

const contractsOf = useContracts();

async function injected(tree: Tree): Promise<string[]> {
  const { needs, offers } = await contractsOf(tree);
  const given = offers.filter(({ kind }) => kind === "injection");
  return needs.flatMap(({ need, offers: met }) =>
    need.kind === "injection" && met.some((offer) => given.includes(offer))
      ? [
          `${need.place.handle} ${need.key} => ${met.map(({ implementation }) => implementation).join(" or ")}`,
        ]
      : [],
  );
}

it("ASP.NET: an interface and what is registered for it", async () => {
  expect(
    await injected({
      "Program.cs": "services.AddScoped<IStore, SqlStore>(); services.AddSingleton<Clock>();\n",
      "web/store.ts": "export class SqlStore {}\n",
      "Store.cs": "public interface IStore {}\npublic class SqlStore : IStore {}\npublic class Clock {}\n",
      "Orders.cs":
        "public class Orders { public Orders(IStore store, Clock clock, ILogger<Orders> log) {} }\n",
    }),
  ).toEqual([
    "Orders.cs#Orders.Orders IStore => Store.cs#SqlStore",
    "Orders.cs#Orders.Orders Clock => Store.cs#Clock",
  ]);
});

it("Spring: by interface, by bean, into fields; two beans of one type are candidates", async () => {
  expect(
    await injected({
      "Store.java":
        "package a;\nimport org.springframework.stereotype.Service;\n@Service public class SqlStore implements Store {}\n",
      "Other.java":
        "package a;\nimport org.springframework.stereotype.Service;\n@Service public class Sms implements Sender {}\n@Service class Post implements Sender {}\n",
      "Config.java":
        "package a;\nimport org.springframework.context.annotation.Bean;\n@Configuration public class Config { @Bean public Clock clock() { return null; } }\n",
      "Orders.java":
        "package a;\nimport org.springframework.stereotype.Service;\n@Service public class Orders { @Autowired private Clock clock; public Orders(Store store, Sender sender, String name) {} }\n",
    }),
  ).toEqual([
    "Orders.java#Orders.Orders Store => Store.java#SqlStore",
    "Orders.java#Orders.Orders Sender => Other.java#Sms or Other.java#Post",
    "Orders.java#Orders.clock Clock => Config.java#Config.clock",
  ]);
});

it("NestJS: classes, tokens and what a module gives for them", async () => {
  expect(
    await injected({
      "app.ts": `import { Module } from "@nestjs/common";
@Module({ providers: [Mails, { provide: Store, useClass: SqlStore }, { provide: "CLOCK", useClass: Clock }] })
export class App {}
`,
      "store.ts": "export class SqlStore {}\nexport class Clock {}\n",
      "orders.ts": `import { Inject, Injectable } from "@nestjs/common";
@Injectable() export class Mails {}
@Injectable()
export class Orders {
  constructor(private readonly store: Store, private mails: Mails, @Inject("CLOCK") private clock: Clock) {}
}
`,
    }),
  ).toEqual([
    "orders.ts#Orders.constructor Store => store.ts#SqlStore",
    "orders.ts#Orders.constructor Mails => orders.ts#Mails",
    "orders.ts#Orders.constructor CLOCK => store.ts#Clock",
  ]);
});

it("Angular: constructors and inject()", async () => {
  expect(
    await injected({
      "mails.ts":
        'import { Injectable } from "@angular/core";\n@Injectable({ providedIn: "root" }) export class Mails {}\n',
      "page.ts": `import { Component, inject } from "@angular/core";
import { Mails } from "./mails";
@Component({ selector: "page" })
export class Page {
  private mails = inject(Mails);
  constructor(private other: Mails) {}
}
`,
    }),
  ).toEqual([
    "page.ts#Page.constructor Mails => mails.ts#Mails",
    "page.ts#Page.mails Mails => mails.ts#Mails",
  ]);
});

it("Laravel: bindings of the container", async () => {
  expect(
    await injected({
      "app/Providers/App.php":
        "<?php\nclass App { function register() { $this->app->singleton(Store::class, SqlStore::class); } }\n",
      "app/SqlStore.php": "<?php\nclass SqlStore {}\n",
      "app/Orders.php": "<?php\nclass Orders { public function __construct(private Store $store) {} }\n",
    }),
  ).toEqual(["app/Orders.php#Orders.__construct Store => app/SqlStore.php#SqlStore"]);
});

it("actions of routes are tied to the methods of their controllers", async () => {
  const contracts = await contractsOf({
    "config/routes.rb":
      'Rails.application.routes.draw do\n  namespace :api do\n    resources :users, only: [:show, :index]\n  end\n  get "/users", to: "users#show"\nend\n',
    "app/controllers/api/users_controller.rb":
      "module Api\n  class UsersController < ApplicationController\n    def show; end\n  end\nend\n",
    "app/controllers/users_controller.rb":
      "class UsersController < ApplicationController\n  def show; end\nend\n",
    "routes/web.php":
      "<?php\nRoute::get('/a', [CartController::class, 'show']);\nRoute::get('/b', GoController::class);\n",
    "app/Carts.php":
      "<?php\nclass CartController { public function show() {} }\nclass GoController { public function __invoke() {} }\n",
    "lib/router.ex":
      'defmodule ShopWeb.Router do\n  scope "/", ShopWeb do\n    get "/c", PageController, :home\n  end\nend\n',
    "lib/page_controller.ex": "defmodule ShopWeb.PageController do\n  def home(conn, _), do: conn\nend\n",
  });
  expect(offersIn(contracts)).toEqual([
    "GET /api/users resolved config/routes.rb:3",
    "GET /api/users/{} resolved config/routes.rb:3 -> app/controllers/api/users_controller.rb#Api.UsersController.show",
    "GET /users resolved config/routes.rb:5 -> app/controllers/users_controller.rb#UsersController.show",
    "GET /c resolved lib/router.ex#ShopWeb.Router:3 -> lib/page_controller.ex#ShopWeb.PageController.home",
    "GET /a resolved routes/web.php:2 -> app/Carts.php#CartController.show",
    "GET /b resolved routes/web.php:3 -> app/Carts.php#GoController.__invoke",
  ]);
});

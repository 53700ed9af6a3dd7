import { expect, it } from "vitest";
import { needsIn, offersIn, useContracts } from "./contracts-of.ts";

const contractsOf = useContracts();

it("Spring: mappings of class and method, and clients that are declared", async () => {
  const contracts = await contractsOf({
    "src/Orders.java": `package shop;
import org.springframework.web.bind.annotation.*;
@RestController
@RequestMapping("/api/orders")
public class Orders {
  @GetMapping("/{id}") public Order one(@PathVariable("id") Long id) { return null; }
  @RequestMapping(value = "/x", method = {RequestMethod.POST, RequestMethod.PUT}) public void x() {}
  @PostMapping public void make() {}
  void helper() {}
}
`,
    "src/Client.java": `package web;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.web.bind.annotation.GetMapping;
@FeignClient(name = "orders", path = "/api/orders")
public interface Client {
  @GetMapping("/{id}") Order one(Long id);
}
`,
  });
  expect(offersIn(contracts).map((line) => line.split(":")[0])).toEqual([
    "GET /api/orders/{} resolved src/Orders.java#Orders.one",
    "POST /api/orders/x resolved src/Orders.java#Orders.x",
    "PUT /api/orders/x resolved src/Orders.java#Orders.x",
    "POST /api/orders resolved src/Orders.java#Orders.make",
  ]);
  expect(needsIn(contracts)).toEqual([
    "GET /api/orders/{} resolved src/Client.java#Client.one:6 met by src/Orders.java#Orders.one (resolved)",
  ]);
});

it("JAX-RS: a path for the application, the class and the method", async () => {
  const contracts = await contractsOf({
    "src/Cats.java": `package a;
import jakarta.ws.rs.*;
@Path("/cats")
public class Cats {
  @GET @Path("{id}") public Cat one(@PathParam("id") long id) { return null; }
  @POST public void make() {}
}
`,
    "src/App.java": `package a;
import jakarta.ws.rs.ApplicationPath;
@ApplicationPath("/rest")
public class App {}
`,
  });
  expect(offersIn(contracts).map((line) => line.split(" resolved")[0])).toEqual([
    "GET /rest/cats/{}",
    "POST /rest/cats",
  ]);
});

it("Micronaut: controllers and clients", async () => {
  const contracts = await contractsOf({
    "src/Cats.kt": `package a
import io.micronaut.http.annotation.*
@Controller("/cats")
class Cats {
  @Get("/{id}") fun one(id: Long): Cat? = null
}
`,
  });
  expect(offersIn(contracts).map((line) => line.split(" resolved")[0])).toEqual(["GET /cats/{}"]);
});

it("ASP.NET: controllers with tokens, minimal APIs in groups", async () => {
  const contracts = await contractsOf({
    "Api/OrdersController.cs": `using Microsoft.AspNetCore.Mvc;
namespace Shop.Api;
[ApiController]
[Route("api/[controller]")]
public class OrdersController : ControllerBase {
  [HttpGet("{id:int}")]
  public IActionResult Show(int id) => Ok();
  [HttpPost]
  public IActionResult Make([FromBody] Order o) => Ok();
  [HttpDelete, Route("[action]/{id}")]
  public IActionResult Drop(int id) => Ok();
}
`,
    "Api/Program.cs": `var builder = WebApplication.CreateBuilder(args);
builder.Services.AddScoped<IStore, SqlStore>();
var app = builder.Build();
var api = app.MapGroup("/api");
var v1 = api.MapGroup("v1");
v1.MapGet("/things/{id}", (int id) => Results.Ok());
app.MapPost("/things", Create);
`,
  });
  expect(offersIn(contracts).map((line) => line.split(":")[0])).toEqual([
    "GET /api/Orders/{} resolved Api/OrdersController.cs#OrdersController.Show",
    "POST /api/Orders resolved Api/OrdersController.cs#OrdersController.Make",
    "DELETE /api/Orders/Drop/{} resolved Api/OrdersController.cs#OrdersController.Drop",
    "GET /api/v1/things/{} resolved Api/Program.cs",
    "POST /things resolved Api/Program.cs",
  ]);
});

it("Symfony: attributes of class and method", async () => {
  const contracts = await contractsOf({
    "src/Controller/CartController.php": `<?php
namespace App\\Controller;
use Symfony\\Component\\Routing\\Attribute\\Route;
#[Route('/carts', name: 'cart_')]
class CartController extends AbstractController {
    #[Route('/{id}', name: 'show', methods: ['GET', 'HEAD'])]
    public function show(int $id) {}
    #[Route(path: '/any')]
    public function any() {}
    public function helper() {}
}
`,
  });
  expect(offersIn(contracts).map((line) => line.split(" resolved ")[0])).toEqual([
    "GET /carts/{}",
    "HEAD /carts/{}",
    "* /carts/any",
  ]);
});

it("ASP.NET: a controller takes its path from the class it derives from; a path of its own is whole", async () => {
  const contracts = await contractsOf({
    "Api/BaseController.cs": `namespace Api;
[ApiController]
[Route("api/[controller]")]
public class BaseController : ControllerBase { }
`,
    "Api/AdminController.cs": "namespace Api;\npublic class AdminController : BaseController { }\n",
    "Api/CartsController.cs": `namespace Api;
public class CartsController : AdminController {
  [HttpGet("{id}")] public string Show(int id) => "";
  [HttpGet("/health")] public string Health() => "";
}
`,
    "Api/OddController.cs": `namespace Api;
public class OddController : UnknownController {
  [HttpGet("odd")] public string Show() => "";
}
`,
  });
  expect(offersIn(contracts).map((line) => line.split(":")[0])).toEqual([
    "GET /api/Carts/{} resolved Api/CartsController.cs#CartsController.Show",
    "GET /health resolved Api/CartsController.cs#CartsController.Health",
    "GET /odd heuristic Api/OddController.cs#OddController.Show",
  ]);
});

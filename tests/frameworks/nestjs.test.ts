import { expect, it } from "vitest";
import { offersIn, useContracts } from "./contracts-of.ts";

const contractsOf = useContracts();
const CATS = `import { Controller, Get, Post, Param } from "@nestjs/common";
@Controller("cats")
export class CatsController {
  @Get(":id")
  one(@Param("id") id: string) {}
  @Post()
  make() {}
  helper() {}
}
`;

it("routes are those of controllers", async () => {
  expect(offersIn(await contractsOf({ "src/cats.controller.ts": CATS }))).toEqual([
    "GET /cats/{} resolved src/cats.controller.ts#CatsController.one:4",
    "POST /cats resolved src/cats.controller.ts#CatsController.make:6",
  ]);
});

it("a global prefix stands before the routes of its part of the tree", async () => {
  const main = (prefix: string) =>
    `import { NestFactory } from "@nestjs/core";\nconst app = await NestFactory.create(App);\napp.setGlobalPrefix("${prefix}");\n`;
  const offers = offersIn(
    await contractsOf({
      "apps/a/src/main.ts": main("api"),
      "apps/a/src/cats.controller.ts": CATS,
      "apps/b/src/main.ts": main("v2"),
      "apps/b/src/cats.controller.ts": CATS,
    }),
  );
  expect(offers.map((line) => line.split(" resolved")[0])).toEqual([
    "GET /api/cats/{}",
    "POST /api/cats",
    "GET /v2/cats/{}",
    "POST /v2/cats",
  ]);
});

it.each([
  ["an object", '@Controller({ path: "dogs", version: "1" })\nclass A { @Get() all() {} }', ["GET /dogs"]],
  ["several paths", '@Controller(["a", "b"])\nclass A { @All("x") all() {} }', ["* /a/x", "* /b/x"]],
  ["no path", "@Controller()\nclass A { @Get() all() {} }", ["GET /"]],
  ["no controller", '@Injectable()\nclass A { @Get("x") all() {} }', []],
])("a controller with %s", async (_, source, expected) => {
  const offers = offersIn(await contractsOf({ "a.ts": `import { Get } from "@nestjs/common";\n${source}` }));
  expect(offers.map((line) => line.split(" resolved")[0])).toEqual(expected);
});

it("the path of a controller may be a constant, here or in another file", async () => {
  const { offers } = await contractsOf({
    "src/keys.ts": 'export enum RouteKey {\n  Assets = "assets",\n}\n',
    "src/a.controller.ts": `import { Controller, Get } from "@nestjs/common";
import { RouteKey } from "./keys";
import { away } from "elsewhere";
const OWN = "own";
@Controller(RouteKey.Assets)
export class Assets { @Get(":id") one() {} }
@Controller(OWN)
export class Own { @Get() all() {} }
@Controller(away)
export class Away { @Get("x") all() {} }
`,
  });
  expect(offers.map(({ key, tier }) => `${key} ${tier}`)).toEqual([
    "GET /assets/{} resolved",
    "GET /own resolved",
    "GET /{}/x heuristic",
  ]);
});

import { expect, it } from "vitest";
import units from "../../src/tools/contracts/units.ts";
import { parseInput } from "../../src/tools/parse-input.ts";
import { type Tree, useTrees } from "./contracts-of.ts";

const ask = useTrees();

const SHOP: Tree = {
  "app/models/order.rb": `class Order < ApplicationRecord
  belongs_to :customer
  def total; end
end
`,
  "app/jobs/order_job.rb": `class OrderJob < ApplicationJob
  queue_as :slow
  def perform(order); end
end
`,
  "app/services/close_order.rb": `class CloseOrder
  def call(order)
    OrderJob.perform_later(order)
  end
end
`,
  "config/routes.rb": "Rails.application.routes.draw do\n  resources :orders, only: [:index]\nend\n",
  "db/schema.rb":
    'ActiveRecord::Schema[7.0].define(version: 1) do\n  create_table "orders" do |t|\n    t.integer "total"\n  end\nend\n',
  "spec/models/order_spec.rb": "class FakeOrder < ApplicationRecord\nend\n",
};

async function filesFor(query: string): Promise<string[]> {
  const { hits } = await ask(SHOP, (session) => session.searcher.search(query, {}));
  return hits.map(({ path, spans }) => `${path}:${spans[0]?.startLine}`);
}

it("a question asks for units of a type, and is shown their lines", async () => {
  expect(await filesFor("order type:model -test")).toEqual(["app/models/order.rb:1"]);
  expect(await filesFor("order type:job")).toEqual(["app/jobs/order_job.rb:1"]);
  expect(await filesFor("orders type:route")).toEqual(["config/routes.rb:1"]);
  expect((await filesFor("order")).length).toBeGreaterThan(3);
});

it("a type that nothing has is named as what left nothing", async () => {
  const { hits, filtered } = await ask(SHOP, (session) => session.searcher.search("order type:mailer", {}));
  expect(hits).toEqual([]);
  expect(filtered?.empty).toEqual(["type:mailer"]);
});

it("the map counts by type, without tests", async () => {
  const counts = await ask(SHOP, (session) => session.one.unitCounts());
  expect(counts).toEqual({ route: 1, model: 1, job: 1, schema: 1 });
});

it("units tell table, columns, queue and who asks", async () => {
  const input = { ...parseInput(units, { query: "order" }), max_tokens: 4_000 };
  const { body } = await ask(SHOP, async (session) => units.answer!(session, input, {} as never));
  expect(body).toEqual([
    "job OrderJob  app/jobs/order_job.rb:1  framework activejob  queue slow",
    "  asked for by: app/services/close_order.rb:3",
    "model Order  app/models/order.rb:1  table orders",
    "  associations: belongs_to customer",
    "  columns: total: integer",
    "schema orders  db/schema.rb:2  table orders",
    "  columns: total: integer",
  ]);
});

import { expect, it } from "vitest";
import { needsIn, offersIn, type Tree, unitsIn, useContracts } from "./contracts-of.ts";

const contractsOf = useContracts();

async function jobsAndCalls(tree: Tree): Promise<{ units: string[]; needs: string[] }> {
  const contracts = await contractsOf(tree);
  return { units: unitsIn(contracts, "job"), needs: needsIn(contracts) };
}

it("Sidekiq and ActiveJob: queues, who enqueues, mails that are delivered", async () => {
  const { units, needs } = await jobsAndCalls({
    "app/jobs/jobs.rb": `class SyncJob
  include Sidekiq::Job
  sidekiq_options queue: "slow", retry: 3
  def perform(id); end
end
class CleanJob < ApplicationJob
  queue_as :night
  def perform; end
end
`,
    "app/mailers/user_mailer.rb": `class UserMailer < ApplicationMailer
  def welcome; end
end
`,
    "app/models/user.rb": `class Keeper
  def keep
    SyncJob.perform_async(id)
    CleanJob.set(wait: 1.hour).perform_later
    UserMailer.with(user: self).welcome.deliver_later
    unknown.perform_later
  end
end
`,
  });
  expect(units).toEqual([
    "job SyncJob app/jobs/jobs.rb#SyncJob framework=sidekiq queue=slow",
    "job CleanJob app/jobs/jobs.rb#CleanJob framework=activejob queue=night",
  ]);
  expect(needs).toEqual([
    "job SyncJob resolved app/models/user.rb#Keeper.keep:3 met by app/jobs/jobs.rb#SyncJob (resolved)",
    "job CleanJob resolved app/models/user.rb#Keeper.keep:4 met by app/jobs/jobs.rb#CleanJob (resolved)",
    "job UserMailer.welcome resolved app/models/user.rb#Keeper.keep:5 met by app/mailers/user_mailer.rb#UserMailer.welcome (resolved)",
  ]);
});

it("Laravel: jobs and events by what they are imported as, listeners, bindings", async () => {
  const { units, needs } = await jobsAndCalls({
    "app/Jobs/SendMail.php": `<?php
namespace App\\Jobs;
class SendMail implements ShouldQueue {
  public $queue = 'mails';
  public function handle() {}
}
`,
    "app/Listeners/Notify.php": `<?php
namespace App\\Listeners;
class Notify { public function handle(OrderMade $event) {} }
`,
    "app/Services/Orders.php": `<?php
namespace App\\Services;
use App\\Jobs\\SendMail;
use App\\Events\\OrderMade;
class Orders {
  public function make() {
    SendMail::dispatch($this);
    dispatch(new SendMail($this));
    OrderMade::dispatch($this);
    event(new OrderMade($this));
  }
}
`,
  });
  expect(units).toEqual(["job SendMail app/Jobs/SendMail.php#SendMail"]);
  const job = "met by app/Jobs/SendMail.php#SendMail (resolved)";
  const event = "met by app/Listeners/Notify.php#Notify.handle (resolved)";
  expect(needs).toEqual([
    `job SendMail resolved app/Services/Orders.php#Orders.make:7 ${job}`,
    `job SendMail resolved app/Services/Orders.php#Orders.make:8 ${job}`,
    `event OrderMade resolved app/Services/Orders.php#Orders.make:9 ${event}`,
    `event OrderMade resolved app/Services/Orders.php#Orders.make:10 ${event}`,
  ]);
});

it("Hangfire and MediatR: who handles what is enqueued, sent and published", async () => {
  const { units, needs } = await jobsAndCalls({
    "Jobs.cs": `public class MailJob { public void Run(int id) {} }
public class MakeOrderHandler : IRequestHandler<MakeOrder, int> { public Task<int> Handle(MakeOrder order) => null; }
public class Shop {
  void Go() { BackgroundJob.Enqueue<MailJob>(x => x.Run(1)); _mediator.Send(new MakeOrder(1)); socket.Send(bytes); }
}
`,
  });
  expect(units).toEqual(["job MailJob Jobs.cs#MailJob framework=hangfire"]);
  expect(needs).toEqual([
    "job MailJob resolved Jobs.cs#Shop.Go:4 met by Jobs.cs#MailJob (resolved)",
    "event MakeOrder resolved Jobs.cs#Shop.Go:4 met by Jobs.cs#MakeOrderHandler (resolved)",
  ]);
});

it("Spring: schedules, and events by their class", async () => {
  const { units, needs } = await jobsAndCalls({
    "Orders.java": `package shop;
import org.springframework.stereotype.Service;
@Service
public class Orders {
  @Scheduled(cron = "0 0 * * *") public void sweep() {}
  public void make() { publisher.publishEvent(new OrderMade(this)); }
  @EventListener public void on(OrderMade event) {}
}
`,
  });
  expect(units).toEqual(["job sweep Orders.java#Orders.sweep schedule=0 0 * * *"]);
  expect(needs).toEqual([
    "event OrderMade resolved Orders.java#Orders.make:6 met by Orders.java#Orders.on (resolved)",
  ]);
});

it("Oban: workers and who makes jobs of them", async () => {
  const { units, needs } = await jobsAndCalls({
    "lib/mail_worker.ex": `defmodule Shop.MailWorker do
  use Oban.Worker, queue: :mails

  def perform(%Oban.Job{}), do: :ok
end
`,
    "lib/shop.ex": `defmodule Shop do
  alias Shop.MailWorker

  def go(id), do: %{id: id} |> MailWorker.new() |> Oban.insert()
end
`,
  });
  expect(units).toEqual(["job Shop.MailWorker lib/mail_worker.ex#Shop.MailWorker framework=oban"]);
  expect(needs).toEqual([
    "job MailWorker resolved lib/shop.ex#Shop.go:4 met by lib/mail_worker.ex#Shop.MailWorker (resolved)",
  ]);
});

it("NestJS: events of the emitter", async () => {
  const { needs } = await jobsAndCalls({
    "orders.ts": `import { Injectable } from "@nestjs/common";
@Injectable()
export class Orders {
  make() { this.eventEmitter.emit("order.made", this); }
  @OnEvent("order.made") onMade() {}
}
`,
  });
  expect(needs).toEqual([
    "event order.made resolved orders.ts#Orders.make:4 met by orders.ts#Orders.onMade (resolved)",
  ]);
});

it("tRPC: procedures below the keys of their routers, and typed calls", async () => {
  const contracts = await contractsOf({
    "server/root.ts": `import { router } from "./trpc";
import { usersRouter } from "./users";
export const appRouter = router({ users: usersRouter });
`,
    "server/users.ts": `import { publicProcedure, router } from "./trpc";
export const usersRouter = router({
  byId: publicProcedure.input(text).query(({ input }) => find(input)),
  add: publicProcedure.mutation(async () => 1),
});
`,
    "web/page.tsx": `import { trpc } from "../utils/trpc";
export function Page() {
  const user = trpc.users.byId.useQuery("1");
}
`,
  });
  expect(offersIn(contracts)).toEqual([
    "TRPC /users/byId resolved server/users.ts#usersRouter:3",
    "TRPC /users/add resolved server/users.ts#usersRouter:4",
  ]);
  expect(needsIn(contracts)).toEqual([
    "TRPC /users/byId resolved web/page.tsx#Page:3 met by server/users.ts#usersRouter (resolved)",
  ]);
});

it("Next.js: server actions of a file and of a function", async () => {
  const contracts = await contractsOf({
    "app/actions.ts": `"use server";
export async function save() {}
function inner() {}
`,
    "app/form.ts": `export function Form() {
  async function send() {
    "use server";
  }
}
`,
  });
  expect(unitsIn(contracts, "handler")).toEqual([
    "handler save app/actions.ts#save framework=nextjs kind=server action",
    "handler send app/form.ts#Form.send framework=nextjs kind=server action",
  ]);
});

import { type Command, InvalidArgumentError } from "commander";
import { planSettings } from "../../install/save-settings.ts";
import { EXIT } from "../exit-codes.ts";
import { type CliContext, printJson, printLine } from "../output.ts";

type Backend = "sqlite" | "postgres";

interface SetOptions {
  addressFile?: string;
  replicaAddressFile?: string;
  schema?: string;
  realm?: string;
}

export function addStoreCommand(program: Command, context: CliContext): void {
  const store = program
    .command("store")
    .description("What keeps the indexes: choose it, look at it, or copy indexes from one to another.");
  addSet(store, context);
  addCheck(store, context);
  addCopy(store, context);
  addJobs(store, context);
}

function addJobs(store: Command, context: CliContext): void {
  store
    .command("jobs")
    .description("Repositories that servers sharing the database index for each other, the newest first.")
    .option("--json", "as JSON")
    .action(async ({ json }: { json?: boolean }) => {
      const jobs = await context.engine.jobs();
      if (json) return printJson(context, { jobs });
      for (const { id, state, path, worker, attempts, message } of jobs)
        printLine(
          context,
          [`${id} ${state} ${path}`, worker && `by ${worker}`, attempts > 1 && `try ${attempts}`, message]
            .filter(Boolean)
            .join(", "),
        );
      context.exitCode = jobs.length > 0 ? EXIT.found : EXIT.none;
    });
}

function addSet(store: Command, context: CliContext): void {
  store
    .command("set")
    .description(
      "Chooses the store in your configuration. Indexes stay where they are; clew store copy brings them over.",
    )
    .argument("<store>", "sqlite or postgres", asBackend)
    .option(
      "--address-file <file>",
      "file of mode 0600 with the address of the database; else CLEW_POSTGRES_URL",
    )
    .option(
      "--replica-address-file <file>",
      "the same of a replica that questions are read from; else CLEW_POSTGRES_REPLICA_URL, or none",
    )
    .option("--schema <name>", "schema that holds clew's tables")
    .option("--realm <name>", "machines of one realm share their list of repositories")
    .action(async (backend: Backend, { addressFile, replicaAddressFile, schema, realm }: SetOptions) => {
      const { user } = context.engine.settingsFiles(process.cwd());
      const values = {
        recordStore: backend,
        ...(addressFile !== undefined && { postgresAddressFile: addressFile }),
        ...(replicaAddressFile !== undefined && { postgresReplicaAddressFile: replicaAddressFile }),
        ...(schema !== undefined && { postgresSchema: schema }),
        ...(realm !== undefined && { postgresRealm: realm }),
      };
      const change = planSettings(user, values, null);
      change?.write();
      printLine(
        context,
        `${change ? "wrote" : "nothing to change in"} ${user}: indexes are kept by ${backend}`,
      );
      printLine(
        context,
        `next: clew store check, then clew store copy --from ${backend === "sqlite" ? "postgres" : "sqlite"} --to ${backend} or clew index`,
      );
    });
}

function addCheck(store: Command, context: CliContext): void {
  store
    .command("check")
    .description(
      "Looks at the store in force: version, extension, rights, how far away it is, what it holds.",
    )
    .option("--json", "for programs")
    .action(async (options: { json?: boolean }) => {
      const checks = await context.engine.stores.check();
      if (options.json) printJson(context, checks);
      else
        for (const { name, ok, detail } of checks)
          printLine(context, `${ok ? "ok  " : "FAIL"}  ${name}: ${detail}`);
      context.exitCode = checks.every(({ ok }) => ok) ? EXIT.found : EXIT.error;
    });
}

function addCopy(store: Command, context: CliContext): void {
  store
    .command("copy")
    .description("Copies every indexed repository from one store to another, without parsing a file.")
    .requiredOption("--from <store>", "sqlite or postgres", asBackend)
    .requiredOption("--to <store>", "sqlite or postgres", asBackend)
    .action(async ({ from, to }: { from: Backend; to: Backend }) => {
      let copied = 0;
      await context.engine.stores.copy(from, to, ({ name, files, contents, vectors }) => {
        copied += 1;
        printLine(
          context,
          `${name}: ${files} files, ${contents} contents and ${vectors} vectors that were not there`,
        );
      });
      printLine(context, copied === 0 ? `nothing is indexed in ${from}` : `${copied} copied to ${to}`);
      context.exitCode = copied > 0 ? EXIT.found : EXIT.none;
    });
}

function asBackend(given: string): Backend {
  if (given === "sqlite" || given === "postgres") return given;
  throw new InvalidArgumentError("expected sqlite or postgres");
}

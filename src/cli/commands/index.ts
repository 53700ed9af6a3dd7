import type { Command } from "commander";
import { plural } from "../../core/counts.ts";
import { AppError } from "../../core/errors.ts";
import { REPOSITORY_TYPES } from "../../core/repository-types.ts";
import type { Engine } from "../../engine/engine.ts";
import { settledVersion } from "../../tools/settled-version.ts";
import { describeSources } from "../../tools/sources-report.ts";
import { describeUpdate } from "../../tools/update-report.ts";
import { EXIT } from "../exit-codes.ts";
import { type CliContext, printJson, printJsonLine, printLine } from "../output.ts";
import { planLines } from "../print-plan.ts";
import { createProgressDisplay } from "../progress-display.ts";
import { type ChoiceFlags, choicesOf } from "../repository-flags.ts";

export function addIndexCommand(program: Command, context: CliContext): void {
  program
    .command("index")
    .summary("Index a folder, or bring its index up to date")
    .description("Indexes a folder or brings its index up to date. Nothing is written inside the folder.")
    .argument("[path]", "the folder; default: the repository around the working folder")
    .option("--semantic", "also ask the compilers of TypeScript and C#, for links of compiler grade")
    .option("--plan", "only say what would be done and why; nothing is written")
    .option("--rebuild", "begin with an empty index; the present one is kept beside it for study")
    .option("--type <type>", `what kind of repository it is: ${REPOSITORY_TYPES.join(", ")}`)
    .option("--name <name>", "what it is called in scopes and before paths")
    .option(
      "--tag <version>",
      "its version; a reference or documentation of an unchanged one is not indexed again",
    )
    .option("--yes", "index the folder even when it is your home or the whole file system")
    .option("--later", "let a server that shares the database index it (clew store jobs tells how far it is)")
    .option("--json", "progress events and the result as one JSON object per line")
    .action(
      async (
        path: string | undefined,
        options: ChoiceFlags & {
          json?: boolean;
          plan?: boolean;
          semantic?: boolean;
          rebuild?: boolean;
          yes?: boolean;
          later?: boolean;
        },
      ) => {
        const root = await context.resolveRoot(path);
        if (options.plan) {
          const plan = await context.engine.plan(root, { signal: context.signal });
          if (options.json) return printJson(context, plan);
          for (const line of planLines(plan)) printLine(context, line);
          return;
        }
        const settled = options.rebuild
          ? null
          : await settledVersion(context.engine, root, { type: options.type, version: options.tag });
        const change = choicesOf(options);
        if (Object.keys(change).length > 0) await context.engine.choose(root, change);
        if (settled !== null) return printLine(context, settled);
        if (options.later) return printLine(context, `job ${await context.engine.enqueue(root)}: ${root}`);
        if (options.yes) context.engine.admit(root);
        const display = createProgressDisplay({
          stream: options.json ? context.stdout : context.stderr,
          json: options.json ?? false,
        });
        const asked = { onProgress: display.show, signal: context.signal };
        if (options.rebuild && !options.json) await sayHowLong(context, root);
        const report = await (options.rebuild
          ? context.engine.rebuild(root, asked)
          : context.engine.update(root, asked));
        const compiled = options.semantic ? await context.engine.refine(root, asked) : null;
        if (!options.json) {
          // The line of progress and the report may share a terminal.
          display.end();
          for (const line of describeUpdate(report)) printLine(context, line);
          if (compiled) {
            printLine(
              context,
              `${plural(compiled.refined, "file")} refined by the compiler, generation ${compiled.generation}`,
            );
            for (const note of compiled.notes) printLine(context, note);
          }
        }
        const sources = await context.engine.updateSources(root, asked);
        if (sources && !options.json) {
          display.end();
          for (const line of describeSources(sources)) printLine(context, line);
        }
        const embedded = await context.engine.embed(root, asked);
        const problem = await summarise(context, root, asked);
        display.end();
        if (options.json)
          printJsonLine(context, {
            result: report,
            compiled,
            ...(sources && { sources }),
            embedded,
            ...(problem && { problem }),
          });
        else if (embedded)
          printLine(context, `${plural(embedded.embedded, "content")} embedded by ${embedded.model}`);
        if (problem && !options.json)
          printLine(context, `warning: ${problem.message} [${problem.code}]\nhint: ${problem.hint}`);
        context.exitCode = report.failed > 0 || problem ? EXIT.partial : EXIT.found;
      },
    );
}

/** Before a person waits for it. */
async function sayHowLong(context: CliContext, root: string): Promise<void> {
  const { rebuildMs } = await context.engine.plan(root, { signal: context.signal });
  context.stderr.write(`building the index anew, about ${Math.max(1, Math.round(rebuildMs / 1_000))} s\n`);
}

/** Rules write the lines that a language model does not, so its failure leaves a whole index and a warning. */
async function summarise(
  { engine }: CliContext,
  root: string,
  asked: Parameters<Engine["summarise"]>[1],
): Promise<Pick<AppError, "code" | "message" | "hint"> | null> {
  try {
    await engine.summarise(root, asked);
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "SUMMARY_UNAVAILABLE") throw error;
    const { code, message, hint } = error;
    return { code, message, hint };
  }
}

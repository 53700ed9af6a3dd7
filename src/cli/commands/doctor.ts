import type { Command } from "commander";
import { plural } from "../../core/counts.ts";
import type { DoctorReport } from "../../engine/engine.ts";
import { packageLines } from "../../tools/package-lines.ts";
import { EXIT } from "../exit-codes.ts";
import { type CliContext, printJson, printLine } from "../output.ts";

function describeConnections(connections: DoctorReport["connections"]): string[] {
  if (connections === null) return ["network: not known, the configuration cannot be read"];
  if (connections.length === 0) return ["network: none; clew opens no connection"];
  return connections.map(
    ({ purpose, to, sends, isThisMachine }) =>
      `network: ${purpose}: ${sends} to ${to}${isThisMachine ? " on this machine" : ""}`,
  );
}

export function addDoctorCommand(program: Command, context: CliContext): void {
  program
    .command("doctor")
    .description(
      "Checks what clew needs on this machine and shows the settings in force and what may leave the machine.",
    )
    .option("--root <folder>", "the folder whose settings to show")
    .option("--json", "for programs")
    .action(async (options: { root?: string; json?: boolean }) => {
      const report = await context.engine.doctor(options.root ?? process.cwd());
      if (options.json) printJson(context, report);
      else {
        for (const check of report.checks)
          printLine(context, `${check.ok ? "ok  " : "FAIL"}  ${check.name}: ${check.detail}`);
        for (const state of report.compilers) {
          const { provider, exact, files } = state;
          printLine(context, `      links by ${provider}: ${exact} of ${plural(files, "file")} exact`);
          for (const line of packageLines(state)) printLine(context, `      ${line}`);
        }
        for (const { name, value, isDefault } of report.settings) {
          if (!isDefault) printLine(context, `set   ${name} = ${JSON.stringify(value)}`);
        }
        for (const line of describeConnections(report.connections)) printLine(context, line);
      }
      context.exitCode = report.checks.every((check) => check.ok) ? EXIT.found : EXIT.error;
    });
}

import type { Command } from "commander";
import { TOOLS } from "../tools/all.ts";
import contracts from "../tools/contracts/contracts.ts";
import routes from "../tools/contracts/routes.ts";
import services from "../tools/contracts/services.ts";
import units from "../tools/contracts/units.ts";
import history from "../tools/history.ts";
import outline from "../tools/outline.ts";
import { addDoctorCommand } from "./commands/doctor.ts";
import { addFleetCommand } from "./commands/fleet.ts";
import { addGrammarCommand } from "./commands/grammar.ts";
import { addImportCommand } from "./commands/import.ts";
import { addIndexCommand } from "./commands/index.ts";
import { addInitCommand } from "./commands/init.ts";
import { addInstallCommand, addUninstallCommand } from "./commands/install.ts";
import { addListCommand } from "./commands/list.ts";
import { addLogsCommand } from "./commands/logs.ts";
import { addMcpCommand } from "./commands/mcp.ts";
import { addPackagesCommand } from "./commands/packages.ts";
import { addPurgeCommand } from "./commands/purge.ts";
import { addRemoveCommand } from "./commands/remove.ts";
import { addReposCommand } from "./commands/repos.ts";
import { addRollbackCommand } from "./commands/rollback.ts";
import { addServeCommand } from "./commands/serve.ts";
import { addStoreCommand } from "./commands/store.ts";
import { addUiCommand } from "./commands/ui.ts";
import { addVerifyCommand } from "./commands/verify.ts";
import type { CliContext } from "./output.ts";
import { addToolCommand } from "./tool-command.ts";

/** In the order in which help lists them. */
export function addEveryCommand(program: Command, context: CliContext): void {
  addIndexCommand(program, context);
  for (const tool of TOOLS) addToolCommand(program, tool, context);
  addImportCommand(program, context);
  addMcpCommand(program);
  addServeCommand(program, context);
  addUiCommand(program, context);
  addLogsCommand(program, context);
  for (const tool of [outline, history, routes, contracts, services, units])
    addToolCommand(program, tool, context);
  addListCommand(program, context);
  addReposCommand(program, context);
  addPackagesCommand(program, context);
  addFleetCommand(program, context);
  addRemoveCommand(program, context);
  addPurgeCommand(program, context);
  addRollbackCommand(program, context);
  addVerifyCommand(program, context);
  addDoctorCommand(program, context);
  addGrammarCommand(program, context);
  addStoreCommand(program, context);
  addInitCommand(program, context);
  addInstallCommand(program, context);
  addUninstallCommand(program, context);
}

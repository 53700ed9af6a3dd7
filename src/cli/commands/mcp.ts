/** Loaded before anything else when the server starts: imports nothing heavy. */
import { Command, CommanderError, Option } from "commander";
import type { ServeOptions } from "../../mcp/serve-stdio.ts";
import { EXIT } from "../exit-codes.ts";

/** For the list of commands; `clew mcp` itself is run by `runMcpCommand`. */
export function addMcpCommand(program: Command): Command {
  return program
    .command("mcp")
    .summary("Serve the tools to a coding agent")
    .description(
      "Serves the tools over the Model Context Protocol on standard input and output, until the input ends. docs/mcp.md shows how to set it up.",
    )
    .option(
      "--root <folder>",
      "the folder to ask about; default: the client's first root, else the working folder",
    )
    .addOption(
      new Option(
        "--profile <name>",
        "default: six tools; full: every tool; default: the setting profile",
      ).choices(["default", "full"]),
    )
    .addOption(
      new Option(
        "--roots <which>",
        "folders that calls may name: any, or those that the client offers; default: the setting serving.roots",
      ).choices(["any", "offered"]),
    );
}

/** Serves until the client goes away; returns the exit code. */
export async function runMcpCommand(args: readonly string[]): Promise<number> {
  const program = new Command("clew").exitOverride();
  addMcpCommand(program).action(async (options: ServeOptions) => {
    const { serveMcp } = await import("../../mcp/serve-stdio.ts");
    await serveMcp(options);
  });
  try {
    await program.parseAsync([...args], { from: "user" });
    return EXIT.found;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.found : EXIT.error;
    throw error;
  }
}

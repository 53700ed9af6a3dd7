#!/usr/bin/env node
const args = process.argv.slice(2);

// A client waits for the server's first answer, so the server starts without the engine and the other commands.
if (args[0] === "mcp") {
  const { runMcpCommand } = await import("./commands/mcp.ts");
  process.exit(await runMcpCommand(args));
} else {
  const { runCli } = await import("./run-cli.ts");
  process.exitCode = await runCli(args);
}

export {};

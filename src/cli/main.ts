#!/usr/bin/env node
const args = process.argv.slice(2);

// A client waits for the server's first answer, so the server starts without the engine and the other commands.
if (args[0] === "mcp") {
  const { runMcpCommand } = await import("./commands/mcp.ts");
  process.exit(await runMcpCommand(args));
} else {
  if (args[0] !== "serve") await import("./short-lived.ts");
  const { runCli } = await import("./run-cli.ts");
  const code = await runCli(args);
  // A server that was told to stop does not wait for connections that others keep open.
  if (args[0] === "serve") process.exit(code);
  process.exitCode = code;
}

export {};

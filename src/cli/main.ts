/** The command line, behind the entry in src/boot/. */
async function main(args: readonly string[]): Promise<void> {
  // A client waits for the server's first answer, so the server starts without the engine and the other commands.
  if (args[0] === "mcp") {
    const { runMcpCommand } = await import("./commands/mcp.ts");
    process.exit(await runMcpCommand(args));
  }
  const { runCli } = await import("./run-cli.ts");
  const code = await runCli(args);
  // A server that was told to stop does not wait for connections that others keep open.
  if (args[0] === "serve") process.exit(code);
  process.exitCode = code;
}

void main(process.argv.slice(2));

/** Any program as a child, spoken with in JSON frames over its standard input and output. */
import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { CHILD_FOLDER, keptEnvironment } from "./child-surroundings.ts";
import type { Connect } from "./connection.ts";
import { BrokenFrame, encodeFrame, FrameReader } from "./json-frames.ts";

const HAS_GROUPS = process.platform !== "win32";

export interface StdioProgram {
  command: string;
  args?: readonly string[];
  keptVariables?: readonly string[];
  /** Set for it beside those. */
  variables?: Readonly<Record<string, string>>;
}

export function connectByStdio({ command, args = [], keptVariables, variables }: StdioProgram): Connect {
  return ({ onMessage, onGarbage }) => {
    const child = spawn(command, args, {
      cwd: CHILD_FOLDER,
      env: { ...keptEnvironment(keptVariables), ...variables },
      stdio: ["pipe", "pipe", "pipe"],
      // A group of its own: what it starts ends with it.
      detached: HAS_GROUPS,
    });
    const frames = new FrameReader();
    child.stdout.on("data", (chunk: Buffer) => {
      try {
        for (const message of frames.push(chunk)) onMessage(message);
      } catch (error) {
        if (!(error instanceof BrokenFrame)) throw error;
        child.stdout.removeAllListeners("data");
        onGarbage(error.message);
      }
    });
    // A child that left does not read; its exit tells.
    child.stdin.on("error", () => {});
    // Pipes to a child are sockets, and a socket can be let go of; the type does not say so.
    const handles = [child, child.stdin, child.stdout].map((handle) => handle as unknown as Socket);
    return {
      process: child,
      send: (message) => {
        if (child.stdin.writable) child.stdin.write(encodeFrame(message));
      },
      setBusy: (isBusy) => {
        for (const handle of handles) {
          if (isBusy) handle.ref();
          else handle.unref();
        }
      },
      kill: () => killGroup(child),
      hangUp: () => {
        child.stdin.end();
      },
    };
  };
}

function killGroup(child: ChildProcess): void {
  if (!HAS_GROUPS || child.pid === undefined) {
    child.kill("SIGKILL");
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}

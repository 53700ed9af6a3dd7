/** A Node program as a child, spoken with in structured clones over the channel of `fork`. */
import { fork } from "node:child_process";
import { CHILD_FOLDER, keptEnvironment } from "./child-surroundings.ts";
import type { Connect } from "./connection.ts";

export interface IpcProgram {
  file: string;
  args?: readonly string[];
  /** Limit of V8's heap. */
  heapMb: number;
  /** Variables beyond those that every process needs. */
  keptVariables?: readonly string[];
}

export function connectByIpc({ file, args = [], heapMb, keptVariables }: IpcProgram): Connect {
  return ({ onMessage }) => {
    const child = fork(file, args, {
      serialization: "advanced",
      cwd: CHILD_FOLDER,
      env: keptEnvironment(keptVariables),
      execArgv: [`--max-old-space-size=${heapMb}`],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    child.on("message", onMessage);
    return {
      process: child,
      send: (message) => {
        if (child.connected) child.send(message as object, () => {});
      },
      setBusy: (isBusy) => {
        if (isBusy) {
          child.ref();
          child.channel?.ref();
        } else {
          child.unref();
          child.channel?.unref();
        }
      },
      kill: () => {
        child.kill("SIGKILL");
      },
      hangUp: () => {
        if (child.connected) child.disconnect();
      },
    };
  };
}

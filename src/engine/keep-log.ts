/** The log of this process, as the user's settings ask for it; off unless they do. */
import { join } from "node:path";
import { AppError } from "../core/errors.ts";
import { blankSecrets, findSecrets } from "../workspace/secrets.ts";
import { createPrivateFolder } from "./home.ts";
import { readSettings } from "./record-store.ts";

const BYTES_PER_KB = 1_000;

export function logFolder(home: string): string {
  return join(home, "logs");
}

/** Ends it. Whatever is wrong with the log, the work goes on without one. */
export async function keepLog(home: string, env: NodeJS.ProcessEnv): Promise<() => void> {
  const { logLevel: level, logContent: content, logFileKb, logFiles: maxFiles } = readSettings(env);
  if (level === "off") return () => {};
  // Without a log nobody pays for loading what writes one.
  const { startLogging } = await import("../logging/start-logging.ts");
  try {
    return startLogging({
      folder: createPrivateFolder(logFolder(home)),
      level,
      content,
      maxBytes: logFileKb * BYTES_PER_KB,
      maxFiles,
      blank: (text) => blankSecrets(text, findSecrets(text)),
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`clew: no log is kept: ${error.message}\n`);
    return () => {};
  }
}

/** Writes what happens in this process to the log, until it is told to stop. */
import { join } from "node:path";
import { pino, stdTimeFunctions } from "pino";
import { onNotice } from "../core/notices.ts";
import { LOG_NAME, LogFile, type LogFileOptions } from "./log-file.ts";
import { fieldsOf, type KeptContent, type LogLevel, levelOf } from "./log-lines.ts";

export interface LoggingOptions extends LogFileOptions, KeptContent {
  folder: string;
  level: LogLevel;
}

/** Notices are of the whole process: a second engine in it adds no second line. */
let isLogging = false;

export function startLogging(options: LoggingOptions): () => void {
  if (isLogging) return () => {};
  isLogging = true;
  const file = new LogFile(join(options.folder, LOG_NAME), options);
  let isBroken = false;
  const write = (line: string) => {
    if (isBroken) return;
    try {
      file.append(line);
    } catch (error) {
      // A full disk must not end what is being logged; it is said once, where a terminal or a client shows it.
      isBroken = true;
      process.stderr.write(`clew: the log cannot be written: ${(error as Error).message}\n`);
    }
  };
  const log = pino(
    {
      level: options.level,
      base: { pid: process.pid },
      messageKey: "kind",
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write },
  );
  const stop = onNotice((notice) => {
    const { kind, ...fields } = fieldsOf(notice, options);
    log[levelOf(notice)](fields, String(kind));
  });
  return () => {
    stop();
    file.close();
    isLogging = false;
  };
}

/** What the server or the way to it says, in the words of every store. Addresses and values never enter a message. */
import { AppError } from "../../core/errors.ts";
import type { StorageErrorCode } from "../errors.ts";

interface Meaning {
  code: StorageErrorCode;
  message: string;
  hint: string;
  retryable?: boolean;
}

const UNREACHABLE: Meaning = {
  code: "STORE_UNREACHABLE",
  message: "the database cannot be reached",
  hint: "check that the server runs and the address is right (`clew store check`), then ask again",
  retryable: true,
};
const NO_RIGHTS: Meaning = {
  code: "INDEX_UNWRITABLE",
  message: "the role may not do this in the database",
  hint: "use the role that owns the schema to index; one that may only read can only ask",
};
const BUSY: Meaning = {
  code: "INDEX_BUSY",
  message: "the database took too long",
  hint: "repeat later; look for locks and long queries in pg_stat_activity",
  retryable: true,
};
const FULL: Meaning = {
  code: "INDEX_DISK_FULL",
  message: "the database has no space left",
  hint: "free some space on the server and repeat, nothing was lost",
  retryable: true,
};

/** By SQLSTATE, then by its class. */
const BY_STATE: Readonly<Record<string, Meaning>> = {
  "25P03": {
    code: "INDEX_CLOSED",
    message: "the server ended the reader, which was idle for too long",
    hint: "ask again",
    retryable: true,
  },
  "25006": { ...NO_RIGHTS, message: "the database can only be read here" },
  "28000": {
    code: "STORE_REFUSED",
    message: "the server refused the role",
    hint: "check user, password and pg_hba.conf",
  },
  "28P01": {
    code: "STORE_REFUSED",
    message: "the server refused the password",
    hint: "check the address of the store",
  },
  "3D000": {
    code: "STORE_REFUSED",
    message: "there is no such database on the server",
    hint: "create it, or name another one in the address",
  },
  // Nothing else ends like this here: what writes does not ask for more than READ COMMITTED.
  "40001": {
    code: "INDEX_CLOSED",
    message: "the replica ended the reader to keep up with the server that it follows",
    hint: "ask again; `hot_standby_feedback = on` on the replica avoids it",
    retryable: true,
  },
  "40P01": { ...BUSY, message: "the database ended the transaction to break a deadlock" },
  "42501": NO_RIGHTS,
  "53100": FULL,
  "53200": { ...BUSY, message: "the server has too little memory" },
  "53300": { ...BUSY, message: "the server takes no more connections" },
  "55P03": BUSY,
  "57014": BUSY,
  "57P01": UNREACHABLE,
  "57P02": UNREACHABLE,
  "57P03": UNREACHABLE,
  "58030": {
    code: "INDEX_IO",
    message: "the server could not read or write its files",
    hint: "check the server's disk",
  },
  XX001: { code: "INDEX_IO", message: "the server found damaged pages", hint: "restore the database" },
  XX002: { code: "INDEX_IO", message: "the server found a damaged index", hint: "reindex the database" },
};
const BY_CLASS: Readonly<Record<string, Meaning>> = { "08": UNREACHABLE };

/** Of Node's sockets and of the driver, which gives no code when a connection ends in the midst or nothing is heard on it. */
const SOCKET_CODES = /^(?:E(?:CONN|PIPE|HOST|NET|TIMEDOUT|AI)|EAI_)/;
const LOST_CONNECTION =
  /connection (?:terminated|ended|error)|timeout exceeded when trying to connect|^timeout expired$|^query read timeout$|not queryable/i;

export function isConnectionLost(error: unknown): boolean {
  return meaningOf(error) === UNREACHABLE;
}

/** The same of what was translated. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof AppError && error.code === UNREACHABLE.code;
}

/** There is no table of ours, or no schema; translated or not. */
export function isMissingTable(error: unknown): boolean {
  const state = error instanceof AppError ? error.details?.sqlState : stateOf(error);
  return state === "42P01" || state === "3F000";
}

/** Rolled back by the server as a whole: nothing was done, and the same may succeed. */
export function isRolledBackByServer(error: unknown): boolean {
  const state = stateOf(error);
  return state === "40001" || state === "40P01";
}

export function stateOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "";
}

/** `what`: the store, without anything secret. */
export function translate(error: unknown, what: string): unknown {
  if (error instanceof AppError) return error;
  const meaning = meaningOf(error);
  if (!meaning) return error;
  const { code, message, hint, retryable = false } = meaning;
  return new AppError(code, `${what}: ${message}`, {
    hint,
    retryable,
    details: { sqlState: stateOf(error) },
  });
}

export async function translating<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translate(error, what);
  }
}

function meaningOf(error: unknown): Meaning | undefined {
  const state = stateOf(error);
  const known = BY_STATE[state] ?? BY_CLASS[state.slice(0, 2)];
  if (known) return known;
  if (SOCKET_CODES.test(state)) return UNREACHABLE;
  // pg-pool counts connections in this way; anything else is a mistake of ours and is not dressed up.
  return state === "" && error instanceof Error && LOST_CONNECTION.test(error.message)
    ? UNREACHABLE
    : undefined;
}

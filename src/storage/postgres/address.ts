/**
 * Where the database is. The address holds a password, so it comes from the environment or from a file that only its
 * owner may read, and leaves this folder as the host and the name of the database alone.
 */
import { readFileSync, statSync } from "node:fs";
import { AppError } from "../../core/errors.ts";
import type { StorageErrorCode } from "../errors.ts";
import type { ClientConfig } from "./driver.ts";

export const ADDRESS_VARIABLE = "CLEW_POSTGRES_URL";
const REPLICA_VARIABLE = "CLEW_POSTGRES_REPLICA_URL";

/** The address as it was given; from the variable, or else from the file. */
export function readAddress(env: NodeJS.ProcessEnv, file: string): string {
  const given = readGiven(env[ADDRESS_VARIABLE], file);
  if (given !== null) return given;
  throw new AppError(
    "STORE_ADDRESS_MISSING" satisfies StorageErrorCode,
    "the address of the database is not known",
    {
      hint: `set ${ADDRESS_VARIABLE}, or name a file with the address: clew store set postgres --address-file FILE`,
    },
  );
}

/** Of the server that is read; null when there is none. */
export function readReplicaAddress(env: NodeJS.ProcessEnv, file: string): string | null {
  return readGiven(env[REPLICA_VARIABLE], file);
}

function readGiven(given: string | undefined, file: string): string | null {
  if (given) return given.trim();
  return file ? readPrivateFile(file).trim() : null;
}

function readPrivateFile(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) throwInvalid(`there is no file ${file} with the address of the database`);
  if (process.platform !== "win32" && (stat.mode & 0o077) !== 0)
    throw new AppError("INDEX_NOT_PRIVATE" satisfies StorageErrorCode, `${file} can be read by others`, {
      hint: `chmod 600 ${file}`,
    });
  return readFileSync(file, "utf8");
}

/** What the driver is told, and how the store is called in messages. */
export interface Target {
  config: ClientConfig;
  /** `postgres://host:5432/database`. */
  display: string;
  isThisMachine: boolean;
}

const PORT = 5432;
/** What is said about TLS makes no difference on this machine; elsewhere the server's certificate is always checked. */
const CHECKED_MODES: ReadonlySet<string> = new Set(["require", "verify-ca", "verify-full"]);

export function parseAddress(address: string): Target {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol))
    throwInvalid("the address of the database is not of the form postgres://user@host:5432/database");
  const host = url.searchParams.get("host") || decodeURIComponent(url.hostname).replace(/^\[|\]$/g, "");
  const database = decodeURIComponent(url.pathname.slice(1));
  const user = decodeURIComponent(url.username);
  if (!host || !database || !user)
    throwInvalid("the address of the database lacks its host, user or database");
  const port = url.port === "" ? PORT : Number(url.port);
  const isThisMachine = host.startsWith("/") || /^(?:localhost|::1|127(?:\.\d+){3})$/.test(host);
  const password = decodeURIComponent(url.password);
  return {
    config: {
      host,
      port,
      user,
      database,
      ...(password && { password }),
      ssl: tlsOf(url.searchParams, isThisMachine),
    },
    display: `postgres://${host}:${port}/${database}`,
    isThisMachine,
  };
}

function tlsOf(parameters: URLSearchParams, isThisMachine: boolean): ClientConfig["ssl"] {
  const mode = parameters.get("sslmode");
  const authority = parameters.get("sslrootcert");
  if (isThisMachine && mode === null && authority === null) return false;
  if (isThisMachine && mode === "disable") return false;
  if (mode !== null && !CHECKED_MODES.has(mode))
    throw new AppError(
      "STORE_INSECURE" satisfies StorageErrorCode,
      `sslmode=${mode} would send code and password to another machine without knowing which`,
      { hint: "leave sslmode out or say verify-full; name the authority with sslrootcert=FILE" },
    );
  return { rejectUnauthorized: true, ...(authority !== null && { ca: readFileSync(authority, "utf8") }) };
}

function throwInvalid(message: string): never {
  throw new AppError("STORE_ADDRESS_INVALID" satisfies StorageErrorCode, message, {
    hint: `set ${ADDRESS_VARIABLE} to postgres://user:password@host:5432/database`,
  });
}

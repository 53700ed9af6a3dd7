import type { CodecErrorCode } from "../codec/errors.ts";

/** Codes thrown by stores of records. The text says what it means and what to do. */
export const STORAGE_ERRORS = {
  INDEX_CONFLICT:
    "The view moved to another generation since it was read; read it again and repeat the update.",
  INDEX_UNKNOWN_ID:
    "A view, blob or links id is not in this index; ids come from the same store and end with garbage collection.",
  INDEX_BAD_VECTORS: "Vectors do not have the dimensions that their model says; please report it.",
  INDEX_CLOSED: "The store or reader was used after it was closed; open it again.",
  INDEX_TOO_NEW: "The index was written by a newer version of clew; upgrade clew or rebuild the index.",
  INDEX_NOT_OURS: "The file is a database of another program; choose another path for the index.",
  INDEX_NOT_PRIVATE:
    "The index folder or file belongs to another user or can be written by others; fix its owner and mode.",
  INDEX_UNWRITABLE:
    "The index cannot be written there; check that the folder exists and is writable, or choose another.",
  INDEX_DISK_FULL: "There is no space left for the index; free some space and repeat, nothing was lost.",
  INDEX_BUSY: "Another process kept the index busy for too long; repeat later.",
  INDEX_LOG_HELD:
    "A process that reads an old generation keeps the log of the index from being folded in, and it has grown too large; end that process and repeat.",
  INDEX_LOCKED:
    "Another process is writing this index; wait for it, the lock frees itself when that process ends.",
  INDEX_ENGINE_TOO_OLD:
    "The SQLite library is older than 3.51.3 and can corrupt shared indexes; reinstall clew's dependencies.",
  INDEX_ENGINE_MISSING:
    "SQLite was not installed for this version of Node; install clew again with the Node that runs it.",
  INDEX_ON_NETWORK:
    "The index folder is on a network file system, where locks cannot be trusted; keep the index on a local disk.",
  STORE_UNREACHABLE:
    "The database that keeps the index cannot be reached or ended the connection; nothing was torn, repeat when it is back.",
  STORE_REFUSED:
    "The database server refused the role, its password or the database; check the address of the store.",
  STORE_ADDRESS_MISSING:
    "A database keeps the index, but its address is not known; set the variable or the file that holds it.",
  STORE_ADDRESS_INVALID:
    "The address of the database cannot be understood; it is postgres://user@host:5432/database.",
  STORE_INSECURE:
    "The connection to another machine would not be encrypted or its certificate not be checked; use TLS that is verified.",
  STORE_DRIVER_MISSING:
    "The driver of the database is not installed; install the optional package that is named.",
  STORE_EXTENSION_MISSING:
    "The database lacks an extension that the settings ask for; let its owner create it or choose other settings.",
  INDEX_IO: "Reading or writing the index failed in the operating system; check the disk.",
} as const;

export type StorageErrorCode = keyof typeof STORAGE_ERRORS | CodecErrorCode;

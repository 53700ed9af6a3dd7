/** Codes of the serving process; docs/errors.md is generated from these tables. */
export const DAEMON_ERRORS = {
  SERVER_RUNNING: "One server is enough for all repositories; use that one, or end it with `clew stop`.",
  SERVER_NOT_RUNNING: "No server runs for this user's index folder; `clew serve` starts one.",
  SERVER_NOT_STARTED:
    "The server ended before it was ready; its last words are in the log that the message names.",
  SERVER_NOT_STOPPED:
    "The server was asked to stop and is still there; end the process that the message names.",
  PORT_TAKEN: "Another program listens there; choose another with `--port`, or 0 for any that is free.",
} as const;

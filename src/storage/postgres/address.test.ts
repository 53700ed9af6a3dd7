import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AppError } from "../../core/errors.ts";
import { parseAddress, readAddress } from "./address.ts";

const SECRET = "hunter2";

function refusalOf(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    return error as AppError;
  }
  throw new Error("it was not refused");
}

describe("the address of the database", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "clew-address-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("comes from the environment, else from a file that only its owner may read", () => {
    const file = join(folder, "address");
    writeFileSync(file, "postgres://u@h/d\n", { mode: 0o600 });
    expect(readAddress({ CLEW_POSTGRES_URL: "postgres://e@h/d" }, file)).toBe("postgres://e@h/d");
    expect(readAddress({}, file)).toBe("postgres://u@h/d");
    chmodSync(file, 0o640);
    expect(refusalOf(() => readAddress({}, file)).code).toBe("INDEX_NOT_PRIVATE");
    expect(refusalOf(() => readAddress({}, join(folder, "none"))).code).toBe("STORE_ADDRESS_INVALID");
    expect(refusalOf(() => readAddress({}, "")).code).toBe("STORE_ADDRESS_MISSING");
  });

  it("is shown without user and password, in messages, too", () => {
    const { config, display } = parseAddress(`postgres://me:${SECRET}@db.example:6432/code?sslmode=require`);
    expect(config).toMatchObject({ user: "me", password: SECRET, host: "db.example", port: 6432 });
    expect(display).toBe("postgres://db.example:6432/code");
    for (const broken of [`postgres://me:${SECRET}@/`, `mysql://me:${SECRET}@h/d`, `${SECRET}@h`]) {
      const refused = refusalOf(() => parseAddress(broken));
      expect(refused.code).toBe("STORE_ADDRESS_INVALID");
      expect(`${refused.message} ${refused.hint}`).not.toContain(SECRET);
    }
  });

  it("needs TLS that is verified for another machine, and none for this one", () => {
    const tlsOf = (rest: string) => parseAddress(`postgres://u@${rest}`).config.ssl;
    for (const here of ["localhost/d", "127.0.0.1/d", "[::1]/d", "x/d?host=/run/postgresql"])
      expect(tlsOf(here)).toBe(false);
    for (const there of ["db.example/d", "10.0.0.7/d?sslmode=require", "db/d?sslmode=verify-full"])
      expect(tlsOf(there)).toEqual({ rejectUnauthorized: true });
    for (const mode of ["disable", "allow", "prefer", "no-verify"])
      expect(refusalOf(() => tlsOf(`db.example/d?sslmode=${mode}`)).code).toBe("STORE_INSECURE");
  });
});

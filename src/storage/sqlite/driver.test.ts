import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { AppError } from "../../core/errors.ts";
import { driverFor, isSqliteError, loadDriver, openDatabase } from "./driver.ts";

describe("the SQLite driver", () => {
  it.each([
    ["20.19.0", "better-sqlite3"],
    ["22.13.0", "better-sqlite3-13"],
    ["24.21.0", "better-sqlite3-13"],
    ["26.0.0", "better-sqlite3-13"],
  ])("is for Node %s the package %s", (node, name) => {
    expect(driverFor(node)).toBe(name);
  });

  it("of the running Node opens databases, and its errors are known as such", () => {
    const db = openDatabase(":memory:");
    expect(db.prepare("SELECT 1").pluck().get()).toBe(1);
    let error: unknown;
    try {
      db.exec("SELECT * FROM nothing");
    } catch (thrown) {
      error = thrown;
    }
    db.close();
    expect(isSqliteError(error)).toBe(true);
    expect(isSqliteError(new Error("SQLITE_ERROR"))).toBe(false);
  });

  it("that is not installed is an error with a code and a hint", () => {
    const load = createRequire(import.meta.url);
    const attempt = () => loadDriver(process.versions.node, (name) => load(`${name}-missing`));
    expect(attempt).toThrow(AppError);
    expect(attempt).toThrow(expect.objectContaining({ code: "INDEX_ENGINE_MISSING" }));
    expect(attempt).toThrow(/^SQLite cannot be loaded: Cannot find module/);
  });

  it("that was compiled for another Node is the same error", () => {
    class Foreign {
      constructor() {
        throw new Error("was compiled against a different Node.js version\nusing NODE_MODULE_VERSION 115");
      }
    }
    expect(() => loadDriver("24.21.0", () => Foreign)).toThrow(
      expect.objectContaining({
        code: "INDEX_ENGINE_MISSING",
        message: "SQLite cannot be loaded: was compiled against a different Node.js version",
      }),
    );
  });
});

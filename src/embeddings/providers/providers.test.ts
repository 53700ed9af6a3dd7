import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AppError } from "../../core/errors.ts";
import { EmbeddingServer, vectorFor } from "../../testing/embedding-server.ts";
import type { EmbeddingText } from "../contract.ts";
import {
  openProvider,
  queryModelOf,
  reopenProvider,
  type TextProvider,
  vectorModelOf,
} from "./open-provider.ts";
import { retryAfterMs } from "./post-json.ts";
import type { ProviderOptions } from "./provider-options.ts";

const KEY = "sk-very-secret-0123456789";
const PROVIDERS = ["ollama", "openai", "voyage"] as const;
const TEXTS: EmbeddingText[] = ["first", "second", "third"].map((text) => ({ kind: "document", text }));
const NEVER = new AbortController().signal;
let server: EmbeddingServer;
let url: string;
beforeEach(async () => {
  server = new EmbeddingServer();
  url = await server.start();
});
afterEach(() => server.stop());

function open(provider: TextProvider, changes: Partial<ProviderOptions> = {}) {
  const options = { model: "test-model", url, dims: 0, timeoutMs: 5_000, requestsPerMinute: 0, pauseMs: 1 };
  return openProvider(provider, { ...options, env: { CLEW_EMBEDDING_KEY: KEY }, ...changes });
}

async function failureOf(call: Promise<unknown>): Promise<AppError> {
  return call.then(
    () => {
      throw new Error("it did not fail");
    },
    (error: AppError) => error,
  );
}

describe.each(PROVIDERS)("%s", (name) => {
  it("gives one vector per text, in the order of the texts", async () => {
    const vectors = await open(name).embed(TEXTS, NEVER);
    expect(vectors.map((vector) => [...vector])).toEqual(
      TEXTS.map(({ text }) => [...Float32Array.from(vectorFor("test-model", text, 8))]),
    );
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]!.authorization).toBe(`Bearer ${KEY}`);
    expect(await open(name).embed([], NEVER)).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it("asks for the dimensions that were set and refuses others", async () => {
    const [vector] = await open(name, { dims: 5 }).embed(TEXTS.slice(0, 1), NEVER);
    expect(vector).toHaveLength(5);
    server.react = () => ({ dims: 7 });
    const error = await failureOf(open(name, { dims: 5 }).embed(TEXTS, NEVER));
    expect(error.code).toBe("EMBEDDING_DIMENSION_DIFFERS");
    expect(error.message).toContain("7 dimensions, 5 were expected");
  });

  it("waits and tries again after 429 and 500, and gives up in the end", async () => {
    server.react = (_, number) =>
      number === 0
        ? { status: 429, headers: { "retry-after": "0" } }
        : number === 1
          ? { status: 500 }
          : undefined;
    expect(await open(name).embed(TEXTS, NEVER)).toHaveLength(3);
    expect(server.requests).toHaveLength(3);
    server.react = () => ({ status: 429, text: "slow down" });
    expect((await failureOf(open(name).embed(TEXTS, NEVER))).code).toBe("EMBEDDING_RATE_LIMITED");
    server.react = () => ({ status: 503, text: "down" });
    const error = await failureOf(open(name).embed(TEXTS, NEVER));
    expect(error).toMatchObject({ code: "EMBEDDING_UNREACHABLE", retryable: true });
    expect(server.requests).toHaveLength(3 + 5 + 5);
  });

  it("does not repeat what is refused, and never shows the key", async () => {
    server.react = () => ({ status: 401, text: `{"error":"key ${KEY} is not valid"}` });
    const error = await failureOf(open(name).embed(TEXTS, NEVER));
    expect(error.code).toBe("EMBEDDING_REFUSED");
    expect(error.message).toContain("401");
    expect(JSON.stringify([error.message, error.hint, error.details, error.stack])).not.toContain(KEY);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ["broken JSON", { text: '{"data": [' }, "EMBEDDING_BAD_ANSWER"],
    ["another shape", { text: '{"result": 1}' }, "EMBEDDING_BAD_ANSWER"],
    ["null", { text: "null" }, "EMBEDDING_BAD_ANSWER"],
    ["too few vectors", { count: 2 }, "EMBEDDING_BAD_ANSWER"],
    ["a redirect", { status: 302, headers: { location: "http://127.0.0.1:9/" } }, "EMBEDDING_UNREACHABLE"],
  ])("names %s", async (_, reaction, code) => {
    server.react = () => reaction;
    expect((await failureOf(open(name).embed(TEXTS, NEVER))).code).toBe(code);
  });

  it("says when a server does not answer in time or is not there", async () => {
    server.react = () => ({ hangs: true });
    const late = await failureOf(open(name, { timeoutMs: 40 }).embed(TEXTS, NEVER));
    expect(late.code).toBe("EMBEDDING_UNREACHABLE");
    expect(late.message).toContain("within 40 ms");
    await server.stop();
    const gone = await failureOf(open(name).embed(TEXTS, NEVER));
    expect(gone.message).toMatch(/cannot be reached: ECONNREFUSED/);
    server = new EmbeddingServer();
    await server.start();
  });

  it("stops at once when cancelled, between attempts and within one", async () => {
    for (const reaction of [{ hangs: true as const }, { status: 429, headers: { "retry-after": "50" } }]) {
      server.react = () => reaction;
      const stop = new AbortController();
      const call = failureOf(open(name).embed(TEXTS, stop.signal));
      setTimeout(() => stop.abort(), 60);
      expect((await call).code).toBe("EMBEDDING_CANCELLED");
    }
  });
});

describe("requests", () => {
  it("tell questions from documents in the way of each model", async () => {
    const query: EmbeddingText[] = [{ kind: "query", text: "where" }];
    await open("voyage").embed(query, NEVER);
    expect(server.requests[0]!.body).toMatchObject({
      input: ["where"],
      input_type: "query",
      truncation: true,
    });
    await open("ollama", { model: "nomic-embed-text" }).embed(query, NEVER);
    expect(server.requests[1]!.body.input).toEqual(["search_query: where"]);
    await open("openai").embed(query, NEVER);
    expect(server.requests[2]!.body.input).toEqual(["where"]);
    expect(server.requests.map(({ path }) => path)).toEqual(["/embeddings", "/api/embed", "/embeddings"]);
  });

  it("of one address are spread over time when a rate is set", async () => {
    const provider = open("openai", { requestsPerMinute: 1_200 });
    const startedAt = Date.now();
    for (const text of TEXTS) await provider.embed([text], NEVER);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(90);
  });

  it("wait as the server asks, in seconds or until a date, within reason", () => {
    const now = Date.parse("2026-01-01T00:00:00Z");
    expect(retryAfterMs("2", now)).toBe(2_000);
    expect(retryAfterMs("Thu, 01 Jan 2026 00:00:03 GMT", now)).toBe(3_000);
    expect(retryAfterMs("99999", now)).toBe(60_000);
    expect(retryAfterMs("soon", now)).toBeUndefined();
    expect(retryAfterMs(null, now)).toBeUndefined();
  });
});

describe("keys", () => {
  it.each([
    ["no key for a host that wants one", "openai", "https://api.openai.com/v1", {}],
    [
      "another vendor's key for a host of its own",
      "openai",
      "https://example.org/v1",
      { OPENAI_API_KEY: KEY },
    ],
    ["a key over plain http to another machine", "ollama", "http://example.org", { CLEW_EMBEDDING_KEY: KEY }],
    ["a password in the address", "ollama", "http://user:secret@127.0.0.1", {}],
    ["no address", "ollama", "not an address", {}],
  ] as const)("%s is refused before anything is sent", (_, name, address, env) => {
    expect(() => open(name, { url: address, env: { ...env } })).toThrow(
      expect.objectContaining({ code: "EMBEDDING_NOT_CONFIGURED" }),
    );
  });

  it("are in no spec, and a spec opens the same model again", () => {
    const provider = open("openai", { dims: 6 });
    const { spec, key } = vectorModelOf(provider, 6);
    expect(spec).not.toContain(KEY);
    const again = reopenProvider(spec, {
      timeoutMs: 1,
      requestsPerMinute: 0,
      env: { CLEW_EMBEDDING_KEY: KEY },
    });
    expect(vectorModelOf(again!, 6)).toEqual({ spec, key, dims: 6 });
    expect(
      reopenProvider('{"provider":"builtin"}', { timeoutMs: 1, requestsPerMinute: 0, env: {} }),
    ).toBeNull();
    expect(reopenProvider("nonsense", { timeoutMs: 1, requestsPerMinute: 0, env: {} })).toBeNull();
  });
});

it("a question whose vector has another length than the stored ones is an error", async () => {
  const provider = open("ollama");
  const queries = queryModelOf(provider, vectorModelOf(provider, 9));
  expect((await failureOf(queries.embedQuery({ text: "q" }))).code).toBe("EMBEDDING_DIMENSION_DIFFERS");
});

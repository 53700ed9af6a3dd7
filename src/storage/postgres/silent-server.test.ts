/** A server that takes connections and never says a word, as one does whose machine hangs. */
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Database } from "./database.ts";

let server: Server;
const sockets: Socket[] = [];
beforeEach(async () => {
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await new Promise((closed) => server.close(closed));
});

const open = () => {
  const { port } = server.address() as { port: number };
  const address = `postgres://clew@127.0.0.1:${port}/clew`;
  return new Database({ address, schema: "clew", connections: 1, statementMs: 200, connectMs: 200 });
};

it("is told of as one that cannot be reached, by readers", async () => {
  const database = open();
  await expect(database.read("SELECT 1")).rejects.toMatchObject({ code: "STORE_UNREACHABLE" });
  await database.close();
});

it("and by who takes a connection of its own, as a writer does for its lock", async () => {
  const database = open();
  await expect(database.connect()).rejects.toMatchObject({ code: "STORE_UNREACHABLE" });
  await database.close();
});

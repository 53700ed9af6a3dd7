#!/usr/bin/env node
// @ts-check
/**
 * Forwards connections on this machine and holds back what goes either way: a network without one. What comes from the
 * client after the server has answered counts as a round trip. Prints its port, then on every line of input the round
 * trips so far. It looks at the clock without pause while something is held back, because timers are too coarse.
 *
 *   node bench/lib/delayed-proxy.mjs HOST PORT MILLISECONDS_OF_A_ROUND_TRIP
 */
import net from "node:net";
import { createInterface } from "node:readline";

const [host, port, roundTripMs] = process.argv.slice(2);
const holdMs = Number(roundTripMs) / 2;
let roundTrips = 0;
/** @type {{ dueMs: number, send: () => void }[]} */
const held = [];

/** In the order in which it came. @param {() => void} send */
function hold(send) {
  held.push({ dueMs: performance.now() + holdMs, send });
  if (held.length === 1) setImmediate(release);
}

function release() {
  while (held[0] && held[0].dueMs <= performance.now()) held.shift()?.send();
  if (held.length > 0) setImmediate(release);
}

const server = net.createServer((client) => {
  const upstream = net.connect(Number(port), String(host));
  let isAnswered = true;
  client.setNoDelay(true);
  upstream.setNoDelay(true);
  client.on("data", (bytes) => {
    if (isAnswered) roundTrips += 1;
    isAnswered = false;
    hold(() => upstream.write(bytes));
  });
  upstream.on("data", (bytes) => {
    isAnswered = true;
    hold(() => client.write(bytes));
  });
  client.on("close", () => hold(() => upstream.destroy()));
  upstream.on("close", () => hold(() => client.destroy()));
  for (const socket of [client, upstream]) socket.on("error", () => {});
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(typeof address === "object" && address ? address.port : 0);
});
createInterface({ input: process.stdin }).on("line", () => console.log(roundTrips));
process.stdin.on("end", () => process.exit());

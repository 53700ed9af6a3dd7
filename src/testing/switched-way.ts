/** A port of this machine that leads to another one, which can be exchanged or cut: an address that outlives its server. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface SwitchedWay {
  port: number;
  /** Ends what is connected; from now on connections lead there, or nowhere. */
  leadTo(port: number | null): void;
  /** Ends what is connected. */
  cut(): void;
  close(): Promise<void>;
}

export async function openSwitchedWay(target: number): Promise<SwitchedWay> {
  let port: number | null = target;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    if (port === null) return void client.destroy();
    const upstream = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.setNoDelay(true);
      one.on("error", () => {});
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (next) => {
      port = next;
      cut();
    },
    cut,
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A server, a replica of it, and one address that leads to whoever takes writes. */
import { startPostgres, type TestServer } from "../../../src/testing/postgres-server.ts";
import { openSwitchedWay, type SwitchedWay } from "../../../src/testing/switched-way.ts";

export class PostgresPair {
  readonly way: SwitchedWay;
  #primary: TestServer;
  #replica: TestServer;

  constructor(primary: TestServer, replica: TestServer, way: SwitchedWay) {
    this.#primary = primary;
    this.#replica = replica;
    this.way = way;
  }

  static async start(settings: Readonly<Record<string, string>>): Promise<PostgresPair> {
    const primary = await startPostgres(settings);
    return new PostgresPair(primary, await primary.replicate(), await openSwitchedWay(primary.port));
  }

  get primary(): TestServer {
    return this.#primary;
  }

  get replica(): TestServer {
    return this.#replica;
  }

  get address(): string {
    return this.#primary.address.replace(`:${this.#primary.port}/`, `:${this.way.port}/`);
  }

  /** What the first one had not sent yet is lost, as it is when its machine is. */
  async failOver(): Promise<void> {
    const lost = this.#primary;
    await lost.kill();
    await this.#replica.promote();
    this.#primary = this.#replica;
    this.way.leadTo(this.#primary.port);
    this.#replica = await this.#primary.replicate();
    await lost.stop();
  }

  async stop(): Promise<void> {
    await this.way.close();
    await this.#replica.stop();
    await this.#primary.stop();
  }
}

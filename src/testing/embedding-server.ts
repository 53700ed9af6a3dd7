/** A real HTTP server that speaks the protocols of embedding servers and fails on demand. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
  path: string;
  authorization: string | undefined;
  body: {
    model: string;
    input: string[];
    prompt?: string;
    input_type?: string;
    dimensions?: number;
    output_dimension?: number;
  };
}

/** What to do instead of answering; undefined answers properly. */
export type Reaction =
  | { status: number; headers?: Record<string, string>; text?: string }
  | { hangs: true }
  | { dims: number }
  | { text: string }
  | { count: number }
  | undefined;

/** Vectors follow from model and text, so that a test can tell whose they are. */
export function vectorFor(model: string, text: string, dims: number): number[] {
  const digest = createHash("sha256").update(`${model}\n${text}`).digest();
  return Array.from({ length: dims }, (_, at) => digest.readInt8(at % 32) / 128 + 0.001);
}

export class EmbeddingServer {
  readonly requests: ReceivedRequest[] = [];
  /** Asked before every answer, with the number of the request. */
  react: (request: ReceivedRequest, number: number) => Reaction = () => undefined;
  readonly #server: Server;

  constructor(readonly dims = 8) {
    this.#server = createServer((request, response) => {
      void this.#answer(request, response);
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Every text that was asked for, in order. */
  get texts(): string[] {
    return this.requests.flatMap(({ body }) => body.input ?? [body.prompt ?? ""]);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const received: ReceivedRequest = {
      path: request.url ?? "",
      authorization: request.headers.authorization,
      body: JSON.parse(Buffer.concat(parts).toString()) as ReceivedRequest["body"],
    };
    this.requests.push(received);
    const reaction = this.react(received, this.requests.length - 1);
    if (reaction && "hangs" in reaction) return;
    if (reaction && "status" in reaction) {
      response.writeHead(reaction.status, reaction.headers).end(reaction.text ?? "");
      return;
    }
    if (reaction && "text" in reaction) {
      response.writeHead(200).end(reaction.text);
      return;
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(this.#vectorsFor(received, reaction)));
  }

  #vectorsFor({ path, body }: ReceivedRequest, reaction: Reaction): unknown {
    if (path.endsWith("/api/generate"))
      return { response: ` "Speaks of ${body.prompt!.length} letters."\nMore.` };
    const dims =
      reaction && "dims" in reaction
        ? reaction.dims
        : (body.dimensions ?? body.output_dimension ?? this.dims);
    const texts = reaction && "count" in reaction ? body.input.slice(0, reaction.count) : body.input;
    const vectors = texts.map((text) => vectorFor(body.model, text, dims));
    if (path.endsWith("/api/embed")) return { model: body.model, embeddings: vectors };
    // The protocol numbers its vectors and does not promise their order.
    const data = vectors.map((embedding, index) => ({ object: "embedding", index, embedding }));
    return { object: "list", data: data.reverse(), model: body.model };
  }
}

import type { Generation } from "../../storage/contract.ts";
import { type RepositoryParts, withReader } from "./parts.ts";

export const HELD = "rolled back; `clew index` follows the tree again";

/** Whether the view was put back and stays so until an update is asked for; read once for each generation. */
export class HeldView {
  readonly #parts: Pick<RepositoryParts, "store" | "jail">;
  #known: { generation: Generation; isHeld: boolean } | null = null;

  constructor(parts: Pick<RepositoryParts, "store" | "jail">) {
    this.#parts = parts;
  }

  async isHeld(): Promise<boolean> {
    const { generation } = await this.#parts.store.openView(this.#parts.jail.root);
    if (this.#known?.generation !== generation) {
      const { isHeld } = await withReader(this.#parts, (reader) => reader.history());
      this.#known = { generation, isHeld };
    }
    return this.#known.isHeld;
  }
}

import type { CodecErrorCode } from "../../../codec/errors.ts";
import { AppError } from "../../../core/errors.ts";

/** Enough to see what is wrong; a broken index may have a line per row. */
const MAX_LINES = 100;

export class Problems {
  count = 0;
  readonly #kept: string[] = [];

  add(rule: string, text: string): void {
    this.count++;
    if (this.#kept.length < MAX_LINES) this.#kept.push(`${rule}: ${text}`);
  }

  /**
   * What a check throws is a problem too: damage often shows as a value that cannot be read. A value that another version
   * of clew wrote is none.
   */
  guard(rule: string, check: () => void): void {
    try {
      check();
    } catch (error) {
      if (error instanceof AppError && error.code === ("INDEX_OTHER_VERSION" satisfies CodecErrorCode))
        return;
      this.add(rule, error instanceof Error ? error.message : String(error));
    }
  }

  lines(): string[] {
    const hidden = this.count - this.#kept.length;
    return hidden > 0 ? [...this.#kept, `and ${hidden} more`] : this.#kept;
  }
}

/** A text as UTF-16 units in a buffer that is used again for the next one. */
export class TextUnits {
  text = "";
  units: Uint16Array;
  #bytes: Buffer;

  constructor(capacity: number) {
    this.#bytes = Buffer.alloc(capacity * 2);
    this.units = viewOf(this.#bytes);
  }

  /** Units past the end of the text are those of earlier ones. */
  write(text: string): void {
    if (text.length > this.units.length) {
      this.#bytes = Buffer.alloc(text.length * 2);
      this.units = viewOf(this.#bytes);
    }
    this.#bytes.write(text, "utf16le");
    this.text = text;
  }
}

function viewOf(bytes: Buffer): Uint16Array {
  return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
}

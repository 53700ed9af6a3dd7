/**
 * Starts the tree-sitter runtime with an input of our own: its own writes each character of a source by a JavaScript
 * call, a twentieth of what parsing costs; here one call of the system copies a whole stretch.
 */
/** What the runtime keeps for input, less the two bytes that it never fills. */
const MAX_UNITS = (10 * 1024 - 2) / 2;

interface Imports {
  env: { memory: WebAssembly.Memory; tree_sitter_parse_callback: ParseCallback };
}
type ParseCallback = (
  buffer: number,
  index: number,
  row: number,
  column: number,
  lengthAddress: number,
) => void;

export interface InputModule {
  currentParseCallback?: (index: number, position: { row: number; column: number }) => string | undefined;
  instantiateWasm?: (imports: Imports, receive: (instance: object, module: object) => void) => void;
}

/** Makes `module`, not yet started, take its input this way. */
export function useNativeInput(module: InputModule, code: Uint8Array<ArrayBuffer>): void {
  module.instantiateWasm = (imports, receive) => {
    const { memory } = imports.env;
    let heap = Buffer.from(memory.buffer);
    imports.env.tree_sitter_parse_callback = (buffer, index, row, column, lengthAddress) => {
      // Growing memory replaces its buffer.
      if (heap.buffer !== memory.buffer) heap = Buffer.from(memory.buffer);
      const text = module.currentParseCallback?.(index, { row, column }) ?? "";
      const units = Math.min(text.length, MAX_UNITS);
      heap.write(text, buffer, units * 2, "utf16le");
      heap.writeUInt32LE(units, lengthAddress);
    };
    const compiled = new WebAssembly.Module(code);
    receive(
      new WebAssembly.Instance(compiled, imports as unknown as Record<string, Record<string, unknown>>),
      compiled,
    );
  };
}

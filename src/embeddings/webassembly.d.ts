/** The little of WebAssembly that the kernels use; the types of Node leave it to those of browsers. */
declare namespace WebAssembly {
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
  }
  class Memory {
    constructor(size: { initial: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
}

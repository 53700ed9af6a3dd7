/** A real ONNX model, written byte by byte: it looks every token up in a table of known numbers. */

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
}

const number = (field: number, value: number): Buffer =>
  Buffer.from([...varint(field * 8), ...varint(value)]);
const bytes = (field: number, ...content: (Buffer | string)[]): Buffer => {
  const whole = Buffer.concat(content.map((part) => Buffer.from(part as Buffer)));
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(whole.length)]), whole]);
};

const FLOAT = 1;
const INT64 = 7;

/** A value with a name, a type and dimensions; a text is a dimension that varies. */
function valueInfo(field: number, name: string, type: number, dims: readonly (string | number)[]): Buffer {
  const shape = dims.map((dim) => bytes(1, typeof dim === "string" ? bytes(2, dim) : number(1, dim)));
  return bytes(field, bytes(1, name), bytes(2, bytes(1, number(1, type), bytes(2, ...shape))));
}

/** `table` has one row per token. Output: `last_hidden_state` = table[input_ids]. */
export function makeTinyOnnx(table: readonly (readonly number[])[]): Buffer {
  const size = table[0]!.length;
  const values = Buffer.from(Float32Array.from(table.flat()).buffer);
  const axis = bytes(5, bytes(1, "axis"), number(3, 0), number(20, 2));
  const node = bytes(
    1,
    bytes(1, "table"),
    bytes(1, "input_ids"),
    bytes(2, "last_hidden_state"),
    bytes(4, "Gather"),
    axis,
  );
  const initializer = bytes(
    5,
    number(1, table.length),
    number(1, size),
    number(2, FLOAT),
    bytes(8, "table"),
    bytes(9, values),
  );
  const graph = bytes(
    7,
    node,
    bytes(2, "lookup"),
    initializer,
    valueInfo(11, "input_ids", INT64, ["batch", "length"]),
    valueInfo(12, "last_hidden_state", FLOAT, ["batch", "length", size]),
  );
  return Buffer.concat([number(1, 8), bytes(8, bytes(1, ""), number(2, 13)), graph]);
}

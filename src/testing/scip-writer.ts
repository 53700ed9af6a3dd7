/** The few lines that write what the reader of SCIP indexes reads. */
function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))];
}
export function bytesField(number: number, content: readonly number[]): number[] {
  return [...varint(number * 8 + 2), ...varint(content.length), ...content];
}
export function textField(number: number, text: string): number[] {
  return bytesField(number, [...Buffer.from(text)]);
}
export function numberField(number: number, value: number): number[] {
  return [...varint(number * 8), ...varint(value)];
}

export interface Written {
  symbol: string;
  range: number[];
  isDefinition?: boolean;
}

function occurrence({ symbol, range, isDefinition }: Written): number[] {
  return bytesField(2, [
    ...bytesField(1, range.flatMap(varint)),
    ...textField(2, symbol),
    ...(isDefinition ? numberField(3, 1) : []),
    // An enclosing range, which is passed over.
    ...bytesField(7, [0, 0, 5]),
  ]);
}

export function document(path: string, occurrences: Written[], extra: number[] = []): number[] {
  return bytesField(2, [...textField(1, path), ...occurrences.flatMap(occurrence), ...extra]);
}

export const METADATA = bytesField(1, bytesField(2, [...textField(1, "scip-toy"), ...textField(2, "1.2")]));

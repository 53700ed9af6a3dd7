// @ts-check
/** @param {string[]} header @param {string[][]} body */
export function printRows(header, body) {
  const widths = header.map((title, at) =>
    Math.max(title.length, ...body.map((cells) => (cells[at] ?? "").length)),
  );
  for (const cells of [header, ...body])
    console.log(
      cells
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

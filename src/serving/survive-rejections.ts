/** One bad request costs one answer: a rejection that nobody awaited is a defect to report, not the end of the server. */
export function surviveRejections(): void {
  process.on("unhandledRejection", (reason) => {
    const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    process.stderr.write(`clew: unexpected failure: ${text.slice(0, 2_000)}\n`);
  });
}

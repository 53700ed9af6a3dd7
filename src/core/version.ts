/** Version of the program; package.json carries the same, a test compares them. */
export const VERSION = "0.1.0";

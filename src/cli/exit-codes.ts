/** What a shell or an agent learns without reading a word. */
export const EXIT = {
  found: 0,
  none: 1,
  error: 2,
  /** Something was answered, but not all: files skipped by problems, an index that is still growing. */
  partial: 3,
  /** The answer is what the command was asked to fail on: `clew changes --fail-on broken`. */
  failed: 4,
  /** 128 and the number of the signal, as shells have it. */
  interrupted: 130,
  terminated: 143,
} as const;

/** A way in which credentials are written down. */
export interface SecretShape {
  kind: string;
  /** Spans lines: looked for in the whole text, where its anchor occurs. All others are looked for line by line. */
  isWide?: boolean;
  /** Literal text that every match contains; what the first search looks for. */
  anchor: RegExp;
  /** Global. The last group, when there is one, is the secret; otherwise the whole match. */
  pattern: RegExp;
  /** Matches that are known not to be secrets. */
  isHarmless?: (secret: string) => boolean;
}

/** What frameworks make of files and symbols; a question asks for them by these names: `type:model`. */
export const UNIT_TYPES = [
  "route",
  "controller",
  "handler",
  "model",
  "service",
  "job",
  "event",
  "mailer",
  "component",
  "concern",
  "middleware",
  "migration",
  "command",
  "schema",
  "test",
] as const;
export type UnitType = (typeof UNIT_TYPES)[number];

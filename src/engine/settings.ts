export type { Settings } from "../settings/settings.ts";

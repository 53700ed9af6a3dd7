/** The one export that is loaded late: what all of engine.ts exports would come along with it, every part of an answer included. */
export { openEngine } from "./engine.ts";

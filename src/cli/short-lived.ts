/**
 * Imported first by commands that end in seconds. By default more CPU time of such a process goes into optimising its
 * code on other threads than into running it; here code is optimised that has run four times as long as usual.
 */
import { LATE_OPTIMISING, setFlags } from "../core/v8-flags.ts";

setFlags(LATE_OPTIMISING);

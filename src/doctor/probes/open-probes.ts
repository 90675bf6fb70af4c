import { connect } from "./connect.ts";
import { filesIn, mode } from "./files.ts";
import type { Probes } from "./probes.ts";
import { resolve } from "./resolve.ts";

/** Looks at this very machine and its network. */
export const openProbes: Probes = { mode, filesIn, resolve, connect };

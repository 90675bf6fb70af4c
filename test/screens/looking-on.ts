import type { Host } from "../../src/context.ts";
import { instant } from "../helpers/host.ts";

/** A world where each look at the clock finds a tenth of a second gone, so that progress shows. */
export function lookingOn(host: Host): Host {
  let time = instant;
  return {
    ...host,
    now: () => {
      time += 100;
      return time;
    },
  };
}

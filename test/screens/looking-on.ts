import type { Host } from "../../src/context.ts";
import { instant } from "../helpers/host.ts";

/** A world in which each reading of the clock is a tenth of a second later, so that progress shows. */
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

import type { Context } from "../../context.ts";
import { isLoopbackAddress } from "../../loopback.ts";

/** Says who else can talk to a server on this address. */
export async function warnOfOthers({ output }: Context, host: string, control: "off" | "on"): Promise<void> {
  if (isLoopbackAddress(host)) return;
  const rest =
    control === "off" ? "its control interface is off" : "its control interface asks for the token";
  await output.note(`warning: whoever reaches ${host} can talk to this server; ${rest}`);
}

import type { ApiRequest } from "../../contract/exchange.ts";
import { isLoopback } from "../../loopback.ts";
import { digest } from "../digest.ts";
import { failure } from "../failure.ts";
import { isSameText } from "../same-text.ts";

/** Who may steer the server: whoever has the token, or without one programs on this machine. */
export interface ControlAccess {
  readonly token?: string | undefined;
}

const ownProgramsOnly = "The control interface is for programs on this machine";

/** A Failure 403 for a web page, for a name that was bent to this machine, and for callers from elsewhere. */
export function refuseForeign({ address, headers }: ApiRequest, { token }: ControlAccess): void {
  const { authorization = "", host, origin } = headers;
  if (origin !== undefined) throw refused(ownProgramsOnly);
  if (token !== undefined) {
    const given = authorization.replace(/^bearer +/i, "");
    // Of two digests not even the length tells anything.
    if (isSameText(digest(given), digest(token))) return;
    throw refused("The control interface needs the token of --control-token-file as a bearer token");
  }
  const name = host?.replace(/:\d+$/, "");
  if (isOwnAddress(address) && (name === undefined || isLoopback(name))) return;
  throw refused(ownProgramsOnly);
}

/** Without an address there is no network in between. */
function isOwnAddress(address: string | undefined): boolean {
  return address === undefined || address === "::1" || /^(?:::ffff:)?127(?:\.\d+){3}$/.test(address);
}

function refused(message: string) {
  return failure(403, { message });
}

import type { ApiRequest } from "../../contract/exchange.ts";
import { isLoopback } from "../../values/loopback.ts";
import { digest, isSameText } from "../digest.ts";
import { failure } from "../failure.ts";
import type { ControlAccess } from "../world.ts";
import { isInspector } from "./page.ts";

const ownProgramsOnly = "The control interface is for programs on this machine";

/**
 * A Failure 403 for a page of another site, for a name that was made to resolve to this machine, and for callers from
 * elsewhere.
 */
export function refuseForeign(request: ApiRequest, access: ControlAccess): void {
  const { token } = access;
  const { headers } = request;
  const { authorization = "", origin } = headers;
  // A browser sends every origin in lower case.
  const host = headers["host"]?.toLowerCase();
  const schemes = schemesOf(access);
  if (origin !== undefined && !schemes.some((scheme) => origin === `${scheme}://${host}`))
    throw refused(ownProgramsOnly);
  // A page of another site sends no origin with a plain GET, but every browser says where the request came from.
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") throw refused(ownProgramsOnly);
  if (origin !== undefined || site !== undefined) refuseForm(request);
  if (token === undefined) {
    if (isOwnAddress(request) && (host === undefined || isLoopback(host.replace(/:\d+$/, "")))) return;
    throw refused(ownProgramsOnly);
  }
  // The page is the same for everybody, and asks for the token itself.
  if (isInspector(request)) return;
  const given = authorization.replace(/^bearer +/i, "");
  // Digests reveal nothing, not even a length.
  if (!isSameText(digest(given), digest(token))) throw lacksToken();
}

/** With a token the server may be behind something that speaks TLS; a stranger's page has another host, and no token. */
function schemesOf({ speaksTls, token }: ControlAccess): readonly string[] {
  if (token !== undefined) return ["http", "https"];
  return [speaksTls ? "https" : "http"];
}

/** A browser lets a form of another page send its own types without asking; it can't send this type. */
function refuseForm({ body, headers, receiveBody }: ApiRequest): void {
  const isBare = receiveBody === undefined && (body === undefined || body.length === 0);
  if (isBare || /^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? "")) return;
  throw refused("A browser has to send application/json to the control interface");
}

/** What a proxy adds when it passes on the request of somebody else. */
const proxyHeader = /^(?:forwarded|via|x-forwarded-.*|x-real-ip)$/;

/** Without an address there is no network in between. */
function isOwnAddress({ address, headers }: ApiRequest): boolean {
  if (Object.keys(headers).some((name) => proxyHeader.test(name))) return false;
  return address === undefined || address === "::1" || /^(?:::ffff:)?127(?:\.\d+){3}$/.test(address);
}

function refused(message: string) {
  return failure(403, { message });
}

/** The header tells a page to ask for the token. */
function lacksToken() {
  const message = "The control interface needs its token, as a bearer token";
  return failure(403, { message, headers: { "www-authenticate": "Bearer" } });
}

import { parseUrl, withoutEndSlashes } from "../values/url.ts";
import type { ProfileContents } from "./profiles.ts";
import type { Protection, Settings } from "./settings.ts";

/**
 * What protects the service that a call goes to: a protected profile protects its address too, whatever led there. The
 * path is that of a call below the base URL, which may be above the address of a protected profile.
 */
export function findProtection(
  { profiles }: ProfileContents,
  { profile, baseUrl }: Pick<Settings, "baseUrl" | "profile">,
  path = "",
): Protection | undefined {
  const isThere = (address: string) => baseUrl !== undefined && leadsTo(address, baseUrl.value, path);
  const guarded = [...profiles].filter(([, { protected: isProtected }]) => isProtected);
  const there = guarded.filter(([, { baseUrl: address }]) => isThere(address)).map(([name]) => name);
  const own = guarded.map(([name]) => name).find((name) => name === profile?.value);
  const [first = own] = there;
  if (own !== undefined && (first === own || there.includes(own))) {
    return { profile: own, source: { kind: "profile", name: own } };
  }
  return first === undefined ? undefined : { profile: first, source: { kind: "address", name: first } };
}

/** Whether a call reaches an address; what is below one may be another service, as worlds of the reference server are. */
function leadsTo(address: string, baseUrl: string, path: string): boolean {
  const [there, start, end] = [normalised(address), normalised(baseUrl), normalised(baseUrl + path)];
  return isWithin(there, start) && isWithin(end, there);
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** One spelling for each address; URL itself settles case, ports, dot segments and international names. */
export function normalised(address: string): string {
  // A file that was edited by hand may contain any text.
  const url = parseUrl(address);
  if (url === undefined) return address;
  const { protocol, host, pathname } = url;
  const path = pathname.replace(/%[\da-f]{2}/gi, (code) => {
    const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(letter) ? letter : code.toUpperCase();
  });
  return withoutEndSlashes(`${protocol}//${host.replace(/\.(?=:|$)/, "")}${path}`);
}

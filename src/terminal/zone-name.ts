import { UsageError } from "../errors.ts";
import { suggest } from "../values/suggest.ts";

/** `local`, `utc`, or the name of a time zone as the IANA database writes it; throws UsageError for anything else. */
export function parseZoneName(text: string): string {
  if (/^(?:local|utc)$/i.test(text)) return text.toLowerCase();
  const name = knownName(text);
  if (name !== undefined) return name;
  const zones = Intl.supportedValuesOf("timeZone");
  // Zones are named for places: `Sydney` is in Australia/Sydney, `Buenos Aires` in America/Argentina/Buenos_Aires.
  const place = text.trim().replaceAll(/\s+/g, "_").toLowerCase();
  const meant = zones.find((zone) => zone.toLowerCase().endsWith(`/${place}`)) ?? suggest(text, zones);
  const advice = meant === undefined ? "" : `; did you mean ${meant}?`;
  throw new UsageError(`must be local, utc or a time zone such as Europe/Berlin${advice}`);
}

/** Node resolves an old or a new name to one of the two; the reader knows the one that was given. */
function knownName(text: string): string | undefined {
  // Only some versions of Node accept an offset as a zone, and an offset has no summer time.
  if (!/^[a-z]/i.test(text)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: text }).resolvedOptions();
    return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text;
  } catch {
    return undefined;
  }
}

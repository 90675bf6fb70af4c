import type { Check } from "../check.ts";
import { ok, warning } from "../finding.ts";

const day = 86_400_000;
/** Certificates that renew themselves do so about a month before they end. */
const fewDays = 14;

export const connection: Check = {
  name: "connection",
  async run({ context, baseUrl, handshake, proxy, settings }) {
    const found = await handshake();
    const through = await proxy();
    const { host } = new URL((await baseUrl()).value);
    const place = through === undefined ? host : `${host} through ${through.host}`;
    if (found === undefined) return ok(`${place} answers; plain http has no certificate`);
    const { caFile } = await settings();
    const days = Math.floor((found.expires - context.host.now()) / day);
    const until = new Date(found.expires).toISOString().slice(0, 10);
    const message = [
      `${place} answers by ${found.protocol}`,
      `certificate of ${found.issuer}, valid until ${until} (${days} ${days === 1 ? "day" : "days"})`,
      ...(caFile === undefined ? [] : [`${caFile.value} is trusted too (${caFile.source})`]),
    ].join("; ");
    return days < fewDays ? warning(message, "its owner should renew it soon") : ok(message);
  },
};

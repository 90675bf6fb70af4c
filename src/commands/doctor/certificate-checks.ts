import { inLine } from "../../credentials/client-certificate.ts";
import { sourceText } from "../../credentials/settings.ts";
import { type Check, ok, warning } from "./check.ts";

const day = 86_400_000;

/** How long a certificate is valid: whole days, and `2026-12-24 (29 days)`. */
export function remaining(expires: number, now: number): { readonly days: number; readonly text: string } {
  const days = Math.floor((expires - now) / day);
  return { days, text: `${dateOf(expires)} (${days} ${days === 1 ? "day" : "days"})` };
}

function dateOf(time: number | string): string {
  return new Date(time).toISOString().slice(0, 10);
}

export const caFile: Check = {
  name: "ca-file",
  concerns: ({ caFile }) => caFile !== undefined,
  async run({ context, settings, trusted }) {
    const { caFile } = await settings();
    const { certificates } = await trusted();
    const count = certificates.length === 1 ? "a certificate" : `${certificates.length} certificates`;
    const message = `${caFile?.value} has ${count} to trust besides the usual ones (${caFile && sourceText(caFile.source)})`;
    const now = context.host.now();
    const expired = certificates.filter(({ validTo }) => Date.parse(validTo) < now);
    if (expired.length === 0) return ok(message);
    const names = expired.map(({ subject, validTo }) => `${inLine(subject)} (${dateOf(validTo)})`);
    return warning(`${message}; expired: ${names.join("; ")}`, "replace the file with the issuer's newest");
  },
};

/** Whoever issues certificates by hand needs this long. */
const fewDays = 30;

export const clientCertificate: Check = {
  name: "client-certificate",
  concerns: ({ clientCertificate }) => clientCertificate !== undefined,
  async run({ context, clientCertificate, settings }) {
    const files = (await settings()).clientCertificate;
    const shown = await clientCertificate();
    if (shown === undefined || files === undefined) return ok("none");
    const { days, text } = remaining(shown.expires, context.host.now());
    const place = `${files.value.cert} (${sourceText(files.source)})`;
    const message = `${shown.subject}, issued by ${shown.issuer}, valid until ${text}; from ${place}`;
    return days < fewDays ? warning(message, "have it renewed soon") : ok(message);
  },
};

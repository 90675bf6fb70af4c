/** An amount in a currency's smallest unit, for people: `23.50 GBP`; undefined unless the currency is known. */
export function amountText(units: string, currency: string): string | undefined {
  const digits = fractionDigits(currency);
  if (digits === undefined || !/^-?\d+$/.test(units)) return undefined;
  const sign = units.startsWith("-") ? "-" : "";
  const padded = units.slice(sign.length).padStart(digits + 1, "0");
  const whole = padded.slice(0, padded.length - digits);
  const fraction = digits === 0 ? "" : `.${padded.slice(-digits)}`;
  return `${sign}${whole}${fraction} ${currency}`;
}

/** A format takes Intl long to make, and a list has few currencies. */
const found = new Map<string, number | undefined>();

/** How many digits follow the point; Intl would give two to any three letters. */
function fractionDigits(currency: string): number | undefined {
  if (!found.has(currency)) {
    const isKnown = Intl.supportedValuesOf("currency").includes(currency);
    const format = isKnown ? new Intl.NumberFormat("en", { style: "currency", currency }) : undefined;
    found.set(currency, format?.resolvedOptions().maximumFractionDigits);
  }
  return found.get(currency);
}

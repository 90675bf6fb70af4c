const rfc3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** A time in UTC: RFC 3339, or a shorter form for people that ends in Z all the same. */
export function showTime(text: string, audience: "people" | "programs"): string {
  const time = rfc3339.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) return text;
  const utc = new Date(time).toISOString();
  return audience === "people" ? `${utc.slice(0, 10)} ${utc.slice(11, 19)}Z` : utc.replace(".000Z", "Z");
}

/** Milliseconds that a token is valid unless somebody says otherwise (decisions, client default). */
export const defaultLifetime = 5 * 60_000;

/** Milliseconds; the service refuses a token that is valid for longer (decisions, clock). */
export const longestLifetime = 24 * 3_600_000;

/** Seconds that the two clocks may differ (decisions, clock). */
export const allowedSkew = 30;

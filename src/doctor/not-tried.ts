/** Says why something was left alone, which is no failure. */
export class NotTriedError extends Error {}

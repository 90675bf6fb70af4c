// Longer numbers lead out of the years that a time may have.
export const offset = /^([+-])(?=\d)(?:(\d{1,5})d)?(?:(\d{1,5})h)?(?:(\d{1,5})m)?(?:(\d{1,5})s)?$/;
const monthOffset = /^[+-]\d{1,3}mo$/;

export const yearsOfTimes = "must be in the years 0000 to 9999 in UTC";

/** Whether a time is counted from the start, as in `-12d`, `-3d4h12m` or `+90m`. */
export function isOffset(text: string): boolean {
  return offset.test(text);
}

/** Whether a month is counted from the start, as in `+18mo`. */
export function isMonthOffset(text: string): boolean {
  return monthOffset.test(text);
}

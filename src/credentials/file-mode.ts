/** Whether the group or others may do anything with a file or folder. */
export function isOpenToOthers(mode: number): boolean {
  return (mode & 0o077) !== 0;
}

/** The permissions alone, as `chmod` takes them: `0600`. */
export function modeText(mode: number): string {
  return (mode & 0o777).toString(8).padStart(4, "0");
}

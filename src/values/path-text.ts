/** A path below the home folder, where it begins with `~/`: what no shell has expanded. */
export function fromHome(path: string, home: string): string {
  return path.replace(/^~(?=[/\\])/, () => home);
}

/** Whether a text that is no secret looks like the path of a file. */
export function looksLikePath(text: string): boolean {
  const path = text.trim();
  if (path.length > 1024 || /[\r\n]/.test(path)) return false;
  return /^(?:~|\.{1,2})?[/\\]|^[a-z]:[/\\]|\.(?:pem|key|jwk|json|p8|txt)$/i.test(path);
}

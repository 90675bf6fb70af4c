import { UsageError } from "../../errors.ts";

/** A path of the service with its query, as it may follow the base URL; anything that could lead elsewhere is refused. */
export function parseTarget(text: string): string {
  if (!/^\/(?!\/)/.test(text)) throw new UsageError("must be a path starting with one /, not a full URL");
  if (!/^[!-~]+$/.test(text) || /[\\#]/.test(text)) {
    throw new UsageError("must not contain spaces, backslashes or #; encode them, as in %20");
  }
  const [path = ""] = text.split("?", 1);
  const parts = decode(path).split(/[/\\]/);
  if (parts.some((part) => part === "." || part === "..")) {
    throw new UsageError("must not contain . or .. as a segment");
  }
  return text;
}

/** The same target at another position in its list. */
export function withCursor(target: string, cursor: string): string {
  const [path = "", query] = target.split(/\?(.*)/s, 2);
  const parameters = new URLSearchParams(query);
  parameters.set("cursor", cursor);
  return `${path}?${parameters}`;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new UsageError("must contain only percent-encoded UTF-8, such as %20");
  }
}

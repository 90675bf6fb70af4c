import { ConfigurationError, UsageError } from "../../errors.ts";
import { isLoopback } from "../../values/loopback.ts";

/** The address of the service without a slash at its end; its messages never repeat a password in it. */
export function parseBaseUrl(text: string): string {
  if (!/^https?:\/\//i.test(text.trim())) {
    throw new UsageError("must begin with https:// or http://, as in https://api.example.com");
  }
  if (!URL.canParse(text)) throw new UsageError("must be an address such as https://api.example.com");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new UsageError("must not hold a user name or a password");
  }
  if (/[?#]/.test(text)) throw new UsageError("must not hold a query or a fragment");
  refuseClearText(url);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function refuseClearText(url: URL): void {
  if (url.protocol === "https:" || isLoopback(url.hostname)) return;
  throw new ConfigurationError(`${url.origin} would send tokens unencrypted`, {
    hint: `use https://${url.host}; plain http is for this machine alone, such as http://localhost:4010`,
  });
}

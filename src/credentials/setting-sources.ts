import { ConfigurationError, type PayctlError, UsageError } from "../errors.ts";
import type { Environment } from "../values/environment.ts";
import { isInClear } from "../values/loopback.ts";
import { parseUrl, withoutEndSlashes } from "../values/url.ts";
import type { Profile } from "./profiles.ts";
import type { NamedCertificate, Setting } from "./settings.ts";

/** A text that was given, and where. */
type Given = Setting<string>;

/** The value of a variable; an empty one is unset. */
export function fromEnvironment(env: Environment, name: string): Given | undefined {
  const value = env[name];
  return value ? { value, source: name } : undefined;
}

export function fromFlag<Value>(name: string, value: Value | undefined): Setting<Value> | undefined {
  return value === undefined ? undefined : { value, source: name };
}

/** A profile that was chosen, with its name. */
export interface Chosen {
  readonly name: string;
  readonly profile: Profile;
}

export function fromProfile<Value>(
  chosen: Chosen | undefined,
  value: Value | undefined,
): Setting<Value> | undefined {
  if (chosen === undefined || value === undefined) return undefined;
  return { value, source: `profile ${chosen.name}` };
}

/** Names the files of a client certificate and its key on one level; throws ConfigurationError for a key alone. */
export function pairFiles(
  cert: Given | undefined,
  key: Given | undefined,
  missing: string,
): NamedCertificate | undefined {
  if (cert !== undefined) {
    const { source, value } = cert;
    return { value: { cert: value, key: key?.value ?? value }, source, keySource: key?.source ?? source };
  }
  if (key === undefined) return undefined;
  throw new ConfigurationError(`${key.source} names a client key, but no certificate for it`, {
    hint: `name the file of the certificate too: ${missing}`,
  });
}

/** Reads what was given; an error about a wrong value names its source. */
export function read<From, Value>(given: Setting<From>, parse: (value: From) => Value): Setting<Value> {
  try {
    return { value: parse(given.value), source: given.source };
  } catch (error) {
    if (error instanceof UsageError) throw refusal(given.source, error);
    throw error;
  }
}

/** A wrong flag or variable is wrong usage; a wrong profile is a wrong configuration. */
function refusal(source: string, error: UsageError): PayctlError {
  const parts = { cause: error, hint: error.hint };
  return source.startsWith("profile ")
    ? new ConfigurationError(`${source}: ${error.message}`, parts)
    : new UsageError(`${source}: ${error.message}`, parts);
}

/** The address of the service without a slash at its end; its messages never repeat a password in it. */
export function parseBaseUrl(text: string): string {
  if (!/^https?:\/\//i.test(text.trim())) {
    throw new UsageError("must begin with https:// or http://, as in https://api.example.com");
  }
  const url = parseUrl(text);
  if (url === undefined) throw new UsageError("must be an address such as https://api.example.com");
  if (url.username !== "" || url.password !== "") {
    throw new UsageError("must not contain a user name or a password");
  }
  if (/[?#]/.test(text)) throw new UsageError("must not contain a query or a fragment");
  refuseClearText(url);
  return withoutEndSlashes(`${url.origin}${url.pathname}`);
}

function refuseClearText(url: URL): void {
  if (!isInClear(url.href)) return;
  throw new ConfigurationError(`${url.origin} would send tokens unencrypted`, {
    hint: `use https://${url.host}; plain http is only for this machine, as in http://localhost:4010`,
  });
}

/** An id of a merchant account (specification, section 2.11); nothing else may enter a header. */
export function parseMerchantAccount(text: string): string {
  if (/^[a-zA-Z0-9-]{1,50}$/.test(text)) return text;
  throw new UsageError("must be 1 to 50 letters, digits and hyphens");
}

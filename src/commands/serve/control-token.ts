import type { Context } from "../../context.ts";
import { ConfigurationError } from "../../errors.ts";
import { readPrivateFile } from "../../files/private.ts";

/** Shorter ones could be guessed. */
const shortestToken = 16;

/** The flag comes before the variable, which is for containers: their images have no file of the user's. */
export async function readControlToken(
  { host, withDeadline }: Context,
  path: string | undefined,
): Promise<string | undefined> {
  if (path === undefined) {
    const name = "PAYCTL_CONTROL_TOKEN";
    const given = host.env[name];
    return given ? checkToken(given, name, `${name}=$(openssl rand -hex 32)`) : undefined;
  }
  const text = await readPrivateFile(path, { platform: host.platform, withDeadline });
  return checkToken(text, path, `(umask 077; openssl rand -hex 32 > '${path}')`);
}

/** The token in a text; the error says where the text came from, and not what it is. */
function checkToken(text: string, source: string, remedy: string): string {
  const token = text.trim();
  if (token.length >= shortestToken && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new ConfigurationError(`${source} does not contain a token of at least ${shortestToken} characters`, {
    hint: `make one: ${remedy}`,
  });
}

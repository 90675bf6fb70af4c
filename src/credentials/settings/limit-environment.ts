import { type Environment, fromEnvironment } from "./sources.ts";

const credentialsAndTargets = [
  "PAYCTL_BASE_URL",
  "PAYCTL_MERCHANT_ACCOUNT",
  "PAYCTL_PRIVATE_KEY",
  "PAYCTL_PRIVATE_KEY_FILE",
  "PAYCTL_TOKEN",
  "PAYCTL_TOKEN_FILE",
] as const;

/** An explicit `--profile` switches these variables off, so that a forgotten one can't redirect it. */
export function limitEnvironment(
  profileFlag: string | undefined,
  env: Environment,
): { readonly env: Environment; readonly notes: readonly string[] } {
  if (profileFlag === undefined) return { env, notes: [] };
  const ignored = credentialsAndTargets.filter((name) => fromEnvironment(env, name) !== undefined);
  if (ignored.length === 0) return { env, notes: [] };
  const verb = ignored.length === 1 ? "is" : "are";
  return {
    env: { ...env, ...Object.fromEntries(ignored.map((name) => [name, undefined])) },
    notes: [`--profile ${profileFlag} is given: ${ignored.join(", ")} ${verb} ignored`],
  };
}

/** The variables of a process; an unset one is undefined. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of payctl that hold a secret, or may: the address of a database can contain a password. */
const secretVariables = [
  "PAYCTL_PRIVATE_KEY",
  "PAYCTL_KEY_PASSPHRASE",
  "PAYCTL_CLIENT_KEY_PASSPHRASE",
  "PAYCTL_TOKEN",
  "PAYCTL_CONTROL_TOKEN",
  "PAYCTL_DATABASE",
] as const;

/** Whether a variable that switches something on is set, and not to what switches it off. */
export function isOn(value: string | undefined = ""): boolean {
  return !/^(?:0|false|off|)$/i.test(value);
}

type SecretVariable = (typeof secretVariables)[number];

/** What a program that payctl starts inherits: everything but payctl's own secrets, of which it gets those it needs. */
export function childEnvironment(env: Environment, needed: readonly SecretVariable[] = []): Environment {
  const withheld: readonly string[] = secretVariables.filter((name) => !needed.includes(name));
  // Windows reads a variable in any case.
  return Object.fromEntries(Object.entries(env).filter(([name]) => !withheld.includes(name.toUpperCase())));
}

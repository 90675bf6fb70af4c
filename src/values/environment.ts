/** The variables of a process; an unset one is undefined. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a variable that switches something on is set, and not to what switches it off. */
export function isOn(value: string | undefined = ""): boolean {
  return !/^(?:0|false|off|)$/i.test(value);
}

/** Whether an agent runs the command, judging by the variables that agents set; PAYCTL_AGENT decides if it is set. */
export function isAgent(env: Environment): boolean {
  if (env["PAYCTL_AGENT"]) return isOn(env["PAYCTL_AGENT"]);
  const agents = [env["AI_AGENT"], env["CLAUDECODE"], env["CODEX_SANDBOX"], env["CURSOR_AGENT"]];
  return agents.some((value) => isOn(value));
}

/** The variables of payctl that hold a secret, or may: the address of a database can contain a password. */
const secretVariables = [
  "PAYCTL_PRIVATE_KEY",
  "PAYCTL_KEY_PASSPHRASE",
  "PAYCTL_CLIENT_KEY_PASSPHRASE",
  "PAYCTL_TOKEN",
  "PAYCTL_CONTROL_TOKEN",
  "PAYCTL_DATABASE",
] as const;

type SecretVariable = (typeof secretVariables)[number];

/** What a program that payctl starts inherits: everything but payctl's own secrets, of which it gets those it needs. */
export function childEnvironment(env: Environment, needed: readonly SecretVariable[] = []): Environment {
  const withheld: readonly string[] = secretVariables.filter((name) => !needed.includes(name));
  // Windows reads a variable in any case.
  return Object.fromEntries(Object.entries(env).filter(([name]) => !withheld.includes(name.toUpperCase())));
}

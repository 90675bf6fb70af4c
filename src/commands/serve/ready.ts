import type { Context } from "../../context.ts";
import { isLoopbackAddress } from "../../values/loopback.ts";
import { shellWord } from "../../values/text.ts";
import { localProfile } from "./administrator.ts";
import { chooseServer } from "./find-target.ts";
import type { ServeInput } from "./flags.ts";

/** What anyone waiting for the server needs to know. */
export interface Ready {
  readonly event: "ready";
  readonly url: string;
  readonly pid: number;
  readonly database: string;
  readonly profile: string | null;
  readonly key_file: string;
  readonly thumbprint: string;
  /** The authorities to trust, if clients don't yet. */
  readonly ca_file?: string;
  /** The file of the log, if it is detached. */
  readonly log?: string;
}

/** Whether anyone can inspect the server through its control interface. */
type Control = "off" | "on";

/** Says on standard output that requests are answered: in words on a terminal, otherwise as one line of JSON. */
export async function sayReady(
  context: Context,
  { flags }: { readonly flags: Pick<ServeInput["flags"], "detach" | "log" | "noProfile"> },
  ready: Ready,
  control: Control,
): Promise<void> {
  const { output } = context;
  if (ready.profile === null && !flags.noProfile) {
    await output.note({
      text: `the profile ${localProfile} points elsewhere and is left alone; for this server, add`,
      command: `--base-url ${ready.url}`,
    });
  }
  const isForPeople = output.interactive && flags.log !== "json";
  if (!isForPeople) return output.text(JSON.stringify(ready));
  // A detached server is stopped by a command, which the note about its log names.
  const end = flags.detach ? [] : [`  stop   Ctrl-C, or ${await stopCommand(context, ready.url)}`];
  await output.text([...words(ready, control), ...end].join("\n"));
}

/** The command that stops the server of an address, which it names unless verbs take that one anyway. */
export async function stopCommand(context: Context, url: string): Promise<string> {
  const usual = await chooseServer(context, undefined).catch(() => undefined);
  return `payctl serve stop${usual?.address.value === url ? "" : ` --url ${url}`}`;
}

function words({ ca_file, database, key_file, profile, url }: Ready, control: Control): readonly string[] {
  const trust = ca_file === undefined ? "" : ` --ca-file ${shellWord(ca_file)}`;
  const login = profile === null ? `--base-url ${url}${trust} --key-file ${key_file}` : `-p ${localProfile}`;
  return [
    `The reference server answers at ${url}`,
    `  data   ${database}`,
    `  try    payctl ${login} buyers list`,
    ...(control === "on" ? [`  look   ${url}/_reference/`] : []),
  ];
}

/** Warns about who else can use a server on this address. */
export async function warnOfOthers({ output }: Context, host: string, control: Control): Promise<void> {
  if (isLoopbackAddress(host)) return;
  const rest =
    control === "off" ? "its control interface is off" : "its control interface requires the token";
  await output.note(`warning: anyone who can reach ${host} can use this server; ${rest}`);
}

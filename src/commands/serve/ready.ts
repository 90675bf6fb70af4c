import type { Context } from "../../context.ts";
import type { ServerState } from "../../server/running/serve.ts";
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

interface Announcement {
  readonly ready: Ready;
  readonly control: Control;
  /** The state to warn of; asked only for people. */
  state?(): Promise<ServerState>;
}

/** Says on standard output that requests are answered: in readyLines on a terminal, otherwise as one line of JSON. */
export async function sayReady(
  context: Context,
  { flags }: ServeInput,
  { control, ready, state }: Announcement,
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
  const unusual = state === undefined ? [] : inForce(await state(), context.host.now());
  await output.text([...readyLines(ready, control), ...unusual, ...end].join("\n"));
}

const aMinute = 60_000;

/** Faults and a clock that was set: they survive a restart, and surprise whoever does not know of them. */
function inForce({ clock, faults }: ServerState, now: number): readonly string[] {
  const isMoved = clock.frozen || Math.abs(Date.parse(clock.time) - now) > aMinute;
  return [
    ...(faults === 0 ? [] : [`  faults ${faults} in force; payctl serve fault list shows them`]),
    ...(isMoved ? [`  clock  ${clock.time}${clock.frozen ? ", frozen" : ""}`] : []),
  ];
}

/** The command that stops the server of an address, which it names unless verbs take that one anyway. */
export async function stopCommand(context: Context, url: string): Promise<string> {
  const usual = await chooseServer(context, undefined).catch(() => undefined);
  return `payctl serve stop${usual?.address.value === url ? "" : ` --url ${url}`}`;
}

function readyLines(
  { ca_file, database, key_file, profile, url }: Ready,
  control: Control,
): readonly string[] {
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

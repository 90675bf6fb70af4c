import type { Context } from "../../context.ts";
import {
  type ControlName,
  changingScope,
  controlOperations,
  isChange,
} from "../../contract/control/operations.ts";
import { type Ceiling, refuseAbove } from "../../credentials/ceiling.ts";
import { findProtection } from "../../credentials/protection.ts";
import { chooseProfileName, resolveCeilings } from "../../credentials/resolve-settings.ts";
import type { Setting } from "../../credentials/settings.ts";
import { confirmPlace } from "../write.ts";

interface Call {
  readonly name: ControlName;
  /** Of a call for a token, what the token allows. */
  readonly scopes?: readonly string[];
}

/** Lets calls through that no ceiling forbids; throws UsageError before anything is sent. */
export async function refuseCallsAbove(context: Context, calls: readonly Call[]): Promise<void> {
  await refuseScopesAbove(
    context,
    calls.flatMap(({ name, scopes = [] }) => (isChange(controlOperations[name]) ? [changingScope] : scopes)),
  );
}

export async function refuseScopesAbove(context: Context, scopes: readonly string[]): Promise<void> {
  if (context.globals.dryRun || scopes.length === 0) return;
  refuseAbove(await findCeilings(context), scopes, `${context.command} needs`);
}

/** The ceilings in force; what else is wrong with the settings does not matter to a verb of a server. */
export async function findCeilings({ globals, host, profiles }: Context): Promise<readonly Ceiling[]> {
  return resolveCeilings({ globals, env: host.env, profiles: await (await profiles()).contents() });
}

/** Lets calls through that change nothing, and others as `confirmPlace` does. */
export async function confirmCalls(
  context: Context,
  baseUrl: Setting<string>,
  calls: readonly Call[],
): Promise<void> {
  if (calls.some(({ name }) => isChange(controlOperations[name]))) await confirmServer(context, baseUrl);
}

async function confirmServer(context: Context, baseUrl: Setting<string>): Promise<void> {
  const { globals, host } = context;
  const contents = await (await context.profiles()).contents();
  const profile = chooseProfileName(globals.profile, host.env, contents.current);
  await confirmPlace(context, { baseUrl, protection: findProtection(contents, { profile, baseUrl }) });
}

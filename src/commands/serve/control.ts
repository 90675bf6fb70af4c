import { TransportError } from "../../client/transport-error.ts";
import type { Context } from "../../context.ts";
import { bounds } from "../../contract/control/bounds.ts";
import {
  type ControlAnswer,
  type ControlInput,
  createControlClient,
  requestOf,
} from "../../contract/control/client.ts";
import {
  type ControlName,
  changingScope,
  controlOperations,
  isChange,
} from "../../contract/control/operations.ts";
import type { Exchange } from "../../contract/exchange.ts";
import { cardFields, secretFields } from "../../contract/secret-fields.ts";
import { refuseAbove } from "../../credentials/ceiling.ts";
import { findProtection } from "../../credentials/protection.ts";
import { chooseProfileName } from "../../credentials/resolve-settings.ts";
import { type Setting, sourceText } from "../../credentials/settings.ts";
import { BrokenAnswerError, UnreachableError } from "../../errors.ts";
import { rootOf } from "../../server/world.ts";
import { createMask } from "../../values/mask.ts";
import { confirmAddress } from "../write.ts";
import { readControlToken } from "./control-token.ts";
import { checkUrl, chooseServer, meetServer, type Target } from "./find-target.ts";
import { callAt, refusedCall, type TypedAs } from "./refusal.ts";

/** A call of the control interface, and what was typed for its parts. */
export interface VerbCall<Name extends ControlName> {
  readonly name: Name;
  readonly input: ControlInput<Name>;
  readonly typedAs: TypedAs;
  /** Of a call for a token, what the token allows. */
  readonly scopes?: readonly string[];
}

type AnyCall = VerbCall<ControlName>;

/** The control interface of a running server, or of a world of it. */
export interface Control {
  readonly server: {
    readonly url: string;
    /** What named the address. */
    readonly source: string;
    readonly caFile: string | undefined;
  };
  /** What was answered; a refusal is a PayctlError. */
  call<Name extends ControlName>(call: VerbCall<Name>): Promise<ControlAnswer<Name>>;
}

/** Milliseconds; a document with all data may take a while. */
const longestWait = 90_000;

/** Throws UsageError, before anything is sent, if settings or a protected profile forbid one of the calls to come. */
export async function openControl(
  context: Context,
  flags: Target,
  calls: readonly AnyCall[],
): Promise<Control> {
  await refuseCallsAbove(context, calls);
  const token = await readControlToken(context, flags.controlTokenFile);
  const { address, caFile } = await chooseServer(context, flags.url);
  const url = addressOf(address.value, flags.world);
  const root = rootOf(url);
  await meetServer(context, { address, caFile });
  await confirmCalls(context, { ...address, value: url }, calls);
  const { connect, env } = context.host;
  const connection = await connect({
    baseUrl: root,
    timeout: longestWait,
    caFile,
    env,
    largest: bounds.document,
  });
  const parts = {
    exchange: explaining(connection, context.withDeadline, root),
    prefix: url.slice(root.length),
    token: () => token,
  };
  return {
    server: { url, source: sourceText(address.source), caFile },
    call: ({ input, name, typedAs }) =>
      createControlClient({ ...parts, refuse: (refusal) => refusedCall(refusal, typedAs) }).call(name, input),
  };
}

/** Shows calls as JSON and sends nothing; it needs no server. */
export async function rehearse(
  { output }: Context,
  { url = "", world }: Target,
  calls: readonly AnyCall[],
): Promise<undefined> {
  const address = addressOf(url === "" ? url : checkUrl(url), world);
  const prefix = address.slice(rootOf(address).length);
  const shown = await Promise.all(
    calls.map(async ({ input, name }) => {
      const { body, method, target } = requestOf(controlOperations[name], input, prefix);
      const content = body === undefined ? {} : { body: await maskBody(Buffer.from(body).toString()) };
      return { method, path: target, ...content };
    }),
  );
  const [only, ...others] = shown;
  if (output.format === "ndjson") await output.text(shown.map((each) => JSON.stringify(each)).join("\n"));
  else await output.text(JSON.stringify(others.length === 0 ? only : shown, null, 2));
}

async function maskBody(text: string): Promise<unknown> {
  const { parseYaml } = await import("../../documents/yaml.ts");
  return createMask([...secretFields, ...cardFields])(parseYaml(text, "the document"));
}

/** The address of a server, or of a world of it; undefined leaves it as it was found. */
function addressOf(url: string, world: Target["world"]): string {
  if (world === undefined) return url;
  const root = rootOf(url);
  return world === null ? root : `${root}/_worlds/${encodeURIComponent(world)}`;
}

/** An exchange that ends with the deadline, and says what it means if no answer comes. */
function explaining(exchange: Exchange, withDeadline: Context["withDeadline"], root: string): Exchange {
  return (request) =>
    withDeadline((signal) => exchange({ ...request, signal })).catch((cause: unknown) => {
      if (!(cause instanceof TransportError)) throw cause;
      const hint = { text: "see whether it still runs", command: `payctl serve status --url ${root}` };
      const parts = { call: callAt(request.method, request.target), cause, hint };
      if (cause.kind === "cut" || cause.kind === "malformed") {
        throw new BrokenAnswerError(cause.message, parts);
      }
      throw new UnreachableError(`${cause.message}; the request may have been carried out`, parts);
    });
}

/** Throws UsageError if a ceiling forbids one of the calls. */
export async function refuseCallsAbove(context: Context, calls: readonly AnyCall[]): Promise<void> {
  const scopes = calls.flatMap(({ name, scopes = [] }) =>
    isChange(controlOperations[name]) ? [changingScope] : scopes,
  );
  if (context.globals.dryRun || scopes.length === 0) return;
  refuseAbove((await context.settings()).ceilings, scopes, `${context.command} needs`);
}

/** Has a person confirm calls that change something, as `confirmAddress` does. */
async function confirmCalls(
  context: Context,
  baseUrl: Setting<string>,
  calls: readonly AnyCall[],
): Promise<void> {
  if (!calls.some(({ name }) => isChange(controlOperations[name]))) return;
  const { globals, host } = context;
  const contents = await (await context.profiles()).contents();
  const profile = chooseProfileName(globals.profile, host.env, contents.current);
  await confirmAddress(context, { baseUrl, protection: findProtection(contents, { profile, baseUrl }) });
}

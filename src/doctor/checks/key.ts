import { inspectToken } from "../../client/inspect-token.ts";
import { thumbprint } from "../../contract/thumbprint.ts";
import { modeText } from "../../files/private.ts";
import type { Check } from "../check.ts";
import type { Examination } from "../examination.ts";
import { type Finding, failure, ok } from "../finding.ts";

export const key: Check = {
  name: "key",
  async run(examination) {
    const { context, credential, settings } = examination;
    const loaded = await credential();
    const setting = (await settings()).credential;
    const source = setting?.source ?? "the command line";
    if (loaded.kind === "token") return judgeToken(loaded.token, source, context.host.now());
    const place =
      setting?.value.kind === "key-file" ? await describeFile(setting.value.path, examination) : source;
    return ok(`a P-521 key in ${place}; thumbprint ${thumbprint(loaded.key)}`);
  },
};

/** With its mode, which Windows has none of. */
async function describeFile(path: string, { context, probes }: Examination): Promise<string> {
  const mode = context.host.platform === "win32" ? undefined : await probes.mode(path);
  return mode === undefined ? path : `${path} (mode ${modeText(mode)})`;
}

function judgeToken(token: string, source: string, now: number): Finding {
  const { claims, problems } = inspectToken(token, now);
  if (problems.length > 0) {
    return failure(
      `${source} holds a token that the service would refuse: ${problems.join("; ")}`,
      "make another: payctl auth token --scope SCOPE",
    );
  }
  const { exp } = claims;
  const until = typeof exp === "number" ? `, valid until ${new Date(exp * 1000).toISOString()}` : "";
  return ok(`${source} holds a ready-made token${until}`);
}

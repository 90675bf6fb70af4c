import { operations } from "../../contract/operations.ts";
import { argument, uuidArgument } from "../../terminal/arguments.ts";
import { command } from "../command.ts";
import { confirmWrite } from "../confirm.ts";
import { shapeOf } from "../shape.ts";
import { validateBody } from "../validate-body.ts";

const operation = operations.registerDomain;

export const walletsRegisterDomain = command({
  words: ["wallets", "register-domain"],
  summary: "Register a domain for a digital wallet",
  operation,
  arguments: {
    walletId: uuidArgument("id of the digital wallet"),
    domain: argument("host name, without scheme or path"),
  },
  flags: {},
  examples: [
    { command: "payctl wallets register-domain WALLET_ID shop.example.com", about: "register one domain" },
    {
      command: "payctl wallets register-domain WALLET_ID shop.example.com --dry-run",
      about: "see the request, send nothing",
    },
  ],
  run: async (context, { arguments: { walletId, domain } }) => {
    const body = { domain_name: domain };
    await validateBody(operation, body);
    const results = await context.output.results(shapeOf(operation, []));
    await confirmWrite(context);
    const api = await context.api();
    const answer = await api.call(operation, { path: { digital_wallet_id: walletId }, body });
    if (answer.sent) await context.output.note(`registered ${domain}`);
    if (answer.value !== undefined) await results.record(answer.value);
    return undefined;
  },
});

import { operations } from "../../contract/operations.ts";
import { argument, uuidArgument } from "../../terminal/arguments.ts";
import { command } from "../command.ts";
import { sendWrite } from "../write.ts";

const operation = operations.registerDomain;

export const walletsRegisterDomain = command({
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
      about: "show the request, send nothing",
    },
  ],
  run: async (context, { arguments: { walletId, domain } }) => {
    const answer = await sendWrite(context, {
      operation,
      path: { digital_wallet_id: walletId },
      body: { domain_name: domain },
      columns: [],
    });
    if (answer.sent) await context.output.note(`registered ${domain}`);
  },
});

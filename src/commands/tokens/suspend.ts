import { operations } from "../../contract/operations.ts";
import { changeCommand } from "./change-command.ts";

export const tokensSuspend = changeCommand({
  verb: "suspend",
  result: "suspended",
  summary: "Suspend network tokens",
  about:
    "A suspended token is not used for payments until it is resumed. Suspending it again changes nothing.",
  operation: operations.suspendNetworkToken,
});

import { operations } from "../../contract/operations.ts";
import { changeCommand } from "./change-command.ts";

export const tokensResume = changeCommand({
  verb: "resume",
  result: "resumed",
  summary: "Resume network tokens",
  about: "Resuming an active token changes nothing.",
  operation: operations.resumeNetworkToken,
});

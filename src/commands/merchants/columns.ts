import type { Column } from "../../terminal/output.ts";

export const merchantAccountColumns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "NAME", field: "display_name", shrinks: true },
  { title: "ACCOUNT UPDATER", field: "account_updater_enabled" },
  { title: "ASYNC TOKENS", field: "async_network_tokens_enabled" },
  { title: "CREATED", field: "created_at", kind: "time" },
];

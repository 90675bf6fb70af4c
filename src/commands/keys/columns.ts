import type { Column } from "../../terminal/output.ts";

export const apiKeyPairColumns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "NAME", field: "display_name", shrinks: true },
  { title: "THUMBPRINT", field: "thumbprint", shrinks: true, goes: true },
  { title: "ACTIVE", field: "active" },
  { title: "ROLES", field: "roles.name", shrinks: true },
  { title: "LAST USED", field: "last_used_at", kind: "time", goes: true },
];

import type { Column } from "../../terminal/output.ts";

export const auditLogColumns: readonly Column[] = [
  { title: "TIME", field: "timestamp", kind: "time" },
  {
    title: "WHO",
    field: "user.name",
    shrinks: true,
    mark: { field: "user.is_staff", text: "(staff)" },
  },
  { title: "ACTION", field: "action" },
  { title: "RESOURCE TYPE", field: "resource.type" },
  { title: "RESOURCE", field: "resource.name", shrinks: true },
  { title: "ACCOUNT", field: "merchant_account_id", shrinks: true, goes: true },
];

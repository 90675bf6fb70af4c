import type { Column } from "../../terminal/output.ts";

export const auditLogColumns: readonly Column[] = [
  { title: "TIME", field: "timestamp", kind: "time" },
  {
    title: "WHO",
    field: "user.name",
    shrinks: true,
    room: 20,
    mark: { field: "user.is_staff", text: "(staff)" },
  },
  { title: "ACTION", field: "action", room: 8 },
  { title: "RESOURCE TYPE", field: "resource.type", room: 16 },
  { title: "RESOURCE", field: "resource.name", shrinks: true, room: 20 },
  { title: "ACCOUNT", field: "merchant_account_id", shrinks: true, goes: true, room: 16 },
];

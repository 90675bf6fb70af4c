import type { Column } from "../../terminal/output.ts";

export const networkTokenColumns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "PAYMENT METHOD", field: "payment_method_id" },
  { title: "STATUS", field: "status" },
  { title: "EXPIRES", field: "expiration_date" },
  { title: "UPDATED", field: "updated_at", kind: "time" },
];

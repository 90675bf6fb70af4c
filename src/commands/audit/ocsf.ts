import { isRecord } from "../../values/record.ts";
import { version } from "../../version.ts";
import { textAt, timeOf } from "./entry.ts";

/** Of the Open Cybersecurity Schema Framework; events with these attributes are valid from 1.4 to 1.8. */
const schemaVersion = "1.7.0";
/** What the schema accepts as an e-mail address; any other is in the entry alone. */
const emailAddress = /^[\w.!#$%&'*+\-/=?^`{|}~]+@[a-zA-Z0-9-]+\.[a-zA-Z0-9.-]+$/;
const [categoryUid, classUid] = [3, 3004];

/** Activities of the class Entity Management, by the actions of audit logs. */
const activities: ReadonlyMap<string, readonly [id: number, name: string]> = new Map([
  ["created", [1, "Create"]],
  ["updated", [3, "Update"]],
  ["deleted", [4, "Delete"]],
]);
const [unknown, other] = [0, 99];

/** An audit log as an event that systems for security know, with the entry itself in `unmapped`. */
export function toOcsf(entry: unknown): Readonly<Record<string, unknown>> {
  const action = textAt(entry, "action");
  const [activityId, activity] =
    activities.get(action) ?? (action === "" ? [unknown, "Unknown"] : [other, action]);
  const time = timeOf(entry);
  return given({
    activity_id: activityId,
    activity_name: activity,
    category_name: "Identity & Access Management",
    category_uid: categoryUid,
    class_name: "Entity Management",
    class_uid: classUid,
    type_name: `Entity Management: ${activityId === other ? "Other" : activity}`,
    type_uid: classUid * 100 + activityId,
    severity: "Informational",
    severity_id: 1,
    // The schema needs a time; the text that could not be read is in the metadata.
    time: Number.isNaN(time) ? 0 : Math.floor(time),
    message: messageOf(entry),
    actor: actorOf(entry),
    entity: entityOf(entry),
    metadata: given({
      version: schemaVersion,
      product: { name: "payctl", vendor_name: "payctl", version, feature: { name: "audit-logs" } },
      log_name: "audit-logs",
      uid: textAt(entry, "id"),
      original_time: textAt(entry, "timestamp"),
      tenant_uid: textAt(entry, "merchant_account_id"),
    }),
    unmapped: isRecord(entry) ? entry : { entry },
  });
}

/** Undefined without a user, whom the schema does not ask for. */
function actorOf(entry: unknown): unknown {
  const [uid, name] = [textAt(entry, "user.id"), textAt(entry, "user.name")];
  if (uid === "" && name === "") return undefined;
  const isStaff = isRecord(entry) && isRecord(entry["user"]) ? entry["user"]["is_staff"] : undefined;
  const type = isStaff === true ? { type: "Staff", type_id: other } : { type: "User", type_id: 1 };
  const address = textAt(entry, "user.email_address");
  return { user: given({ uid, name, email_addr: emailAddress.test(address) ? address : "", ...type }) };
}

/** The schema asks for it, and for a name or an id in it. */
function entityOf(entry: unknown): unknown {
  const [uid, name] = [textAt(entry, "resource.id"), textAt(entry, "resource.name")];
  const isKnown = uid !== "" || name !== "";
  const type = textAt(entry, "resource.type");
  return given({ uid, name: isKnown ? name : "Unknown", type, type_id: type === "" ? unknown : other });
}

/** `Ada Lovelace deleted api-key-pair Nightly reports` */
function messageOf(entry: unknown): string {
  const thing = textAt(entry, "resource.name") || textAt(entry, "resource.id");
  const words = [textAt(entry, "user.name"), textAt(entry, "action"), textAt(entry, "resource.type"), thing];
  return words.filter((word) => word !== "").join(" ");
}

/** Leaves out what an entry does not say. */
function given(event: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(event).filter(([, value]) => value !== undefined && value !== ""));
}

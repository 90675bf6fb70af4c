const filters = [
  "Each filter can be repeated; --action, --not-action and --resource-type also take several values, separated by",
  "commas. The service itself filters by action, resource type and the UUID of a user. The rest (--not-action,",
  "--resource, --staff, a name in --user) payctl filters itself, so it reads more than it shows; --since limits how",
  "far back it reads. Case and accents in names do not matter.",
].join(" ");

const times = [
  "A time is RFC 3339, a date or a time without zone (2026-01-31, 2026-01-31 14:00), a day (today, yesterday, tuesday,",
  "last tuesday), with a time of day or without (monday 9:30), a time of day alone (14:00, 2pm: the latest",
  "that has passed, so yesterday's before that time of day), a week, month or year (last week, october, 2026-01,",
  "this year: its start), or a duration before now (90m, 24h, 7d, 2w, 3 months, 1y). Tuesday and october are the",
  "latest that have begun; last tuesday and last october are not the present one. Weeks begin on Monday. Days and",
  "times without zone are in --tz, which is UTC unless set. A window includes its start, not its end. After a --since",
  "with a time of day, a time of day in --until is the next one.",
].join(" ");

/** What the help of the group says for all of its commands. */
export const aboutAudit = `${filters}\n\n${times}`;

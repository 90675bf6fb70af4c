/** A database of SQLite that no file holds. */
export const inMemory = ":memory:";

/** Whether a text names a database of PostgreSQL; whether it can be read as an address is another question. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:/i.test(text);
}

/** Such an address for people, logs and notes: without a password, and without what else may be private. */
export function postgresLabel(address: string): string {
  if (!URL.canParse(address)) return "postgres://…";
  const { host, pathname, searchParams, username } = new URL(address);
  const user = username === "" ? "" : `${username}@`;
  return `postgres://${user}${host || (searchParams.get("host") ?? "")}${pathname}`;
}

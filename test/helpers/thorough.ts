/** Where nobody waits for the tests, as in `.ci/run`, they do everything; elsewhere they leave out what takes longest. */
export const isThorough = process.env["CI"] === "true";

/** How often, or how many: enough to find most mistakes, or all there are. */
export function thorough<Amount>(few: Amount, all: Amount): Amount {
  return isThorough ? all : few;
}

/** How often something is killed; a variable asks for as many as somebody wants to see. */
export function kills(few: number, all: number): number {
  return Number(process.env["TEST_KILLS"] ?? thorough(few, all));
}

/** The variables of a process; an unset one is undefined. */
export type Environment = Readonly<Record<string, string | undefined>>;

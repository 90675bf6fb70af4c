/** Asks a person; every answer that does not come ends the command. */
export interface Prompter {
  /** Throws DeclinedError on Ctrl-C, UsageError at the end of input. */
  confirm(question: string): Promise<boolean>;
  input(question: string): Promise<string>;
  /** Shows nothing of what is typed. */
  secret(question: string): Promise<string>;
}

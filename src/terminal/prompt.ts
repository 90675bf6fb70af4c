/** What goes with a question that is answered by a text. */
export interface InputTerms {
  /** What Enter alone answers. */
  readonly usual?: string | undefined;
  /** Says what is wrong with an answer; the question stays open until nothing is. */
  findFault?(answer: string): Promise<string | undefined>;
}

/** What goes with a question that is answered by yes or no. */
export interface ConfirmTerms {
  /** What Enter alone answers; no unless given. */
  readonly usual?: boolean;
}

/** Asks a person; every answer that does not come ends the command. */
export interface Prompter {
  /** Throws DeclinedError on Ctrl-C, UsageError at the end of input. */
  confirm(question: string, terms?: ConfirmTerms): Promise<boolean>;
  input(question: string, terms?: InputTerms): Promise<string>;
  /** Shows nothing of what is typed. */
  secret(question: string): Promise<string>;
}

import type { Credentials } from "./authentication/authenticate.ts";
import type { Reply } from "./handler.ts";
import type { Store } from "./store/store.ts";

/** Answers of reads, each for as long as no data changes. */
export interface KeptAnswers {
  /** The answer that is kept for a read, else that of the work; a refusal is not kept. */
  find(read: Read, work: () => Promise<Reply<unknown>>): Promise<Reply<unknown>>;
}

/** All that an answer to a read depends on, beside the data. */
interface Read {
  readonly target: string;
  readonly merchantAccountId: string;
  readonly credentials: Credentials;
}

const most = 64;

/** Characters; longer answers are not worth their memory. */
const longest = 65_536;

export function createKeptAnswers(store: Pick<Store, "version">): KeptAnswers {
  const answers = new Map<string, Reply<unknown>>();
  let version = store.version();

  function forgetChanged(): void {
    if (version === store.version()) return;
    answers.clear();
    version = store.version();
  }

  function keep(name: string, reply: Reply<unknown>): void {
    if ((reply.body?.length ?? 0) > longest) return;
    // A map remembers the order of insertion: the first is the oldest.
    const [oldest] = answers.keys();
    if (answers.size >= most && oldest !== undefined) answers.delete(oldest);
    answers.set(name, reply);
  }

  return {
    async find(read, work) {
      forgetChanged();
      const name = nameOf(read);
      const kept = answers.get(name);
      if (kept !== undefined) return kept;
      const asked = version;
      const reply = await work();
      forgetChanged();
      if (asked === version) keep(name, reply);
      return reply;
    },
  };
}

// As JSON, because a scope may be any text: no two reads may share a name.
function nameOf({ credentials: { keyPair, token }, merchantAccountId, target }: Read): string {
  return JSON.stringify([keyPair.id, merchantAccountId, target, token.claims.scopes]);
}

import type { ApiRequest } from "../contract/exchange.ts";
import type { Credentials } from "./authentication/authenticate.ts";
import { createBoundedMap } from "./bounded-map.ts";
import { digest } from "./digest.ts";
import type { Reply } from "./handler.ts";
import type { Store } from "./store/store.ts";

/** Answers of reads, each for as long as no data changes. */
export interface KeptAnswers {
  /** The answer that is kept for a read, else that of the work, which is kept at the second time; no refusal is. */
  find(read: Read, work: () => Promise<Reply<unknown>>): Promise<Reply<unknown>>;
}

/** All that an answer to a read depends on, beside the data. */
interface Read {
  readonly request: ApiRequest;
  readonly merchantAccountId: string;
  readonly credentials: Credentials;
}

const most = 64;

/** Characters; longer answers are not worth their memory. */
const longest = 65_536;

export function createKeptAnswers(store: Pick<Store, "version">): KeptAnswers {
  const answers = createBoundedMap<Reply<unknown>>(most);
  const askedOnce = createBoundedMap<true>(most);
  let version = store.version();

  function forgetChanged(): void {
    if (version === store.version()) return;
    answers.clear();
    askedOnce.clear();
    version = store.version();
  }

  /** What is asked for once is mostly never asked for again, and keeping it costs more than answering did. */
  function keep(name: string, reply: Reply<unknown>): void {
    if (askedOnce.get(name) === undefined) askedOnce.set(name, true);
    else if ((reply.body?.length ?? 0) <= longest) answers.set(name, reply);
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
function nameOf({ credentials: { keyPair, token }, merchantAccountId, request }: Read): string {
  const { body, headers, target } = request;
  // A body may hold a card number and its PIN, of which nothing is kept.
  const sent = body === undefined ? [] : [headers["content-type"], digest(body)];
  return JSON.stringify([keyPair.id, merchantAccountId, target, token.claims.scopes, ...sent]);
}

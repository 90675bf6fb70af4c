import { generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { SignJWT } from "jose";
import type { z } from "zod";
import type { issueToken } from "../../contract/control/schemas/tokens.ts";
import type { TokenFlaw } from "../../contract/control/words.ts";
import type { ValidationDetail } from "../../contract/failure.ts";
import { thumbprint } from "../../contract/thumbprint.ts";
import { parseDuration } from "../../values/duration.ts";
import { unknownWord } from "../../values/suggest.ts";
import { invalid } from "../failure.ts";
import type { IssuedKeyPairs, Store } from "../store/store.ts";
import { longestLife, skew } from "./token.ts";

type TokenRequest = z.output<typeof issueToken.body>;

/** Signs tokens for people who test against the server. */
export type TokenIssuer = ReturnType<typeof createTokenIssuer>;

interface IssuerParts {
  readonly store: Store;
  readonly issued: Pick<IssuedKeyPairs, "keep">;
  now(): Date;
  /** Different for each token. */
  newId(): string;
}

/** The private half of a key pair whose public half is in the database; it never leaves the memory. */
interface SigningKey {
  readonly key: KeyObject;
  readonly kid: string;
  readonly madeAt: number;
}

const hour = 3_600_000;

/** A key pair is used for a day, and its last token lives for another one. */
const usedFor = 24 * hour;
const keptFor = 3 * usedFor;

const newKey = promisify(generateKeyPair);

/** Makes a key pair for each set of roles and accounts when it is first needed. */
export function createTokenIssuer({ issued, newId, now, store }: IssuerParts) {
  const keys = new Map<string, Promise<SigningKey>>();

  /** Keys age by the time of day, whatever the clock of the server is set to. */
  async function keyFor(grant: Grant): Promise<SigningKey> {
    const name = JSON.stringify(grant);
    const known = await keys.get(name);
    if (known !== undefined && Date.now() - known.madeAt < usedFor) return known;
    const made = makeKey(grant);
    keys.set(name, made);
    // A key that could not be stored is tried again.
    made.catch(() => keys.delete(name));
    return made;
  }

  async function makeKey({ active, merchantAccounts, roles }: Grant): Promise<SigningKey> {
    const { privateKey, publicKey } = await newKey("ec", { namedCurve: "P-521" });
    const kid = await thumbprint(publicKey);
    const madeAt = Date.now();
    const pair = {
      id: newId(),
      thumbprint: kid,
      publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
      active,
      roleSlugs: roles,
      merchantAccountIds: merchantAccounts,
      createdAt: new Date(madeAt),
    };
    await issued.keep(pair, new Date(madeAt - keptFor));
    return { key: privateKey, kid, madeAt };
  }

  return {
    /** A Failure 422 names a role or an account that does not exist, or a lifetime that the service refuses. */
    async issue(request: TokenRequest): Promise<z.output<typeof issueToken.response>> {
      const lifetime = readLifetime(request.expires_in);
      const grant = await readGrant(store, request);
      const signer = await keyFor(grant);
      const claims = claimsOf(request, { id: newId(), lifetime, now: now() });
      const token = await signed(claims, signer, request.flaw);
      const scopes = claims.scopes ?? [];
      return { token, expires_at: new Date(claims.exp * 1000).toISOString(), scopes };
    },
  };
}

/** Seconds. */
function readLifetime(wanted: string | number = 300): number {
  const seconds = typeof wanted === "string" ? parseDuration(wanted) / 1000 : wanted;
  if (seconds >= 1 && seconds <= longestLife) return Math.floor(seconds);
  throw invalid([problem(["expires_in"], "must be from 1s to 24h")]);
}

/** The roles and accounts of a key pair, sorted, so that the same set is the same text. */
interface Grant {
  readonly roles: readonly string[];
  /** Empty: every account. */
  readonly merchantAccounts: readonly string[];
  readonly active: boolean;
}

/** Accounts that are compared with one that does not exist. */
const mostAccounts = 1000;

async function readGrant(store: Store, request: TokenRequest): Promise<Grant> {
  const { flaw, merchant_accounts: accounts = [], roles = ["administrator"] } = request;
  const problems = await store.read(async ({ lists }) => {
    const found: ValidationDetail[] = [];
    for (const [index, slug] of roles.entries()) {
      if (await lists.has("roles", slug)) continue;
      const slugs = (await lists.read("roles")).map((row): string => JSON.parse(row).slug);
      found.push(problem(["roles", String(index)], unknownWord(slug, slugs, "the slug of a role")));
    }
    for (const [index, id] of accounts.entries()) {
      if (await lists.has("merchant_accounts", id)) continue;
      const ids = await lists.ids("merchant_accounts", mostAccounts);
      const msg = unknownWord(id, ids, "the id of a merchant account");
      found.push(problem(["merchant_accounts", String(index)], msg));
    }
    return found;
  });
  if (problems.length > 0) throw invalid(problems);
  return {
    roles: [...new Set(roles)].toSorted(),
    // The first account is the one that calls without the header act on.
    merchantAccounts: [...new Set(accounts)],
    active: flaw !== "inactive_key",
  };
}

function problem(path: readonly string[], msg: string): ValidationDetail {
  return { loc: ["body", ...path], msg, type: "value_error" };
}

function claimsOf(
  { flaw, scopes = ["*.read", "*.write"] }: TokenRequest,
  { id, lifetime, now }: { readonly id: string; readonly lifetime: number; readonly now: Date },
) {
  const start = Math.floor(now.getTime() / 1000) + shiftOf(flaw, lifetime);
  const exp = start + lifetime;
  const nbf = Math.max(start - skew, exp - longestLife);
  const named = flaw === "no_scopes" ? {} : { scopes: [...scopes] };
  return { iss: "payctl-reference", iat: nbf, nbf, exp, jti: id, ...named };
}

/** Seconds by which a token is outside its time: one expired an hour ago, the other becomes valid in an hour. */
function shiftOf(flaw: TokenFlaw | undefined, lifetime: number): number {
  if (flaw === "expired") return -lifetime - 3600;
  return flaw === "future" ? 3600 + skew : 0;
}

async function signed(
  claims: ReturnType<typeof claimsOf>,
  { key, kid }: SigningKey,
  flaw: TokenFlaw | undefined,
): Promise<string> {
  const isForeign = flaw === "wrong_key" || flaw === "unknown_key";
  const signer = isForeign ? (await newKey("ec", { namedCurve: "P-521" })).privateKey : key;
  const name = flaw === "unknown_key" ? await thumbprint(signer) : kid;
  const header = { alg: "ES512", typ: "JWT", kid: name };
  const token = await new SignJWT(claims).setProtectedHeader(header).sign(signer);
  const [head, body, signature] = token.split(".");
  if (flaw === "tampered") return [head, encoded({ ...claims, exp: claims.exp + 1 }), signature].join(".");
  return flaw === "alg_none" ? `${encoded({ ...header, alg: "none" })}.${body}.` : token;
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

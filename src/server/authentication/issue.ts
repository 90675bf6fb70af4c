import { generateKeyPair, type KeyObject, sign } from "node:crypto";
import { promisify } from "node:util";
import type { TokenFlaw } from "../../contract/control/words.ts";
import type { ValidationDetail } from "../../contract/failure.ts";
import { thumbprint } from "../../contract/thumbprint.ts";
import { parseDuration } from "../../values/duration.ts";
import { unknownWord } from "../../values/suggest.ts";
import { invalid } from "../failure.ts";
import type { Store } from "../store/store.ts";

export interface TokenRequest {
  readonly scopes?: readonly string[] | undefined;
  /** A time with its unit, or seconds; 5 minutes unless given. */
  readonly expires_in?: string | number | undefined;
  /** Slugs; the administrator's unless given. */
  readonly roles?: readonly string[] | undefined;
  /** Every account unless given. */
  readonly merchant_accounts?: readonly string[] | undefined;
  readonly flaw?: TokenFlaw | undefined;
}

export interface IssuedToken {
  readonly token: string;
  /** RFC 3339. */
  readonly expires_at: string;
  readonly scopes: readonly string[];
}

/** Signs tokens for people who test against the server. */
export interface TokenIssuer {
  /** A Failure 422 names a role or an account that does not exist, or a lifetime that the service refuses. */
  issue(request: TokenRequest): Promise<IssuedToken>;
}

interface IssuerParts {
  readonly store: Store;
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
export function createTokenIssuer({ newId, now, store }: IssuerParts): TokenIssuer {
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
    await store.write(({ apiKeyPairs }) => apiKeyPairs.insertIssued(pair, new Date(madeAt - keptFor)));
    return { key: privateKey, kid, madeAt };
  }

  return {
    async issue(request) {
      const lifetime = readLifetime(request.expires_in);
      const grant = await readGrant(store, request);
      const { key, kid } = await keyFor(grant);
      const claims = claimsOf(request, { id: newId(), lifetime, now: now() });
      const token = await signed({ claims, key, kid }, request.flaw);
      const scopes = claims.scopes ?? [];
      return { token, expires_at: new Date(claims.exp * 1000).toISOString(), scopes };
    },
  };
}

const usualScopes: readonly string[] = ["*.read", "*.write"];

/** Seconds. */
const longestLife = 24 * 60 * 60;
const usualLife = 5 * 60;

function readLifetime(wanted: string | number = usualLife): number {
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
  const problems = await store.read(async ({ lists, merchantAccounts, roles: stored }) => {
    const found: ReturnType<typeof problem>[] = [];
    for (const [index, slug] of roles.entries()) {
      if (await stored.exists(slug)) continue;
      const slugs = (await lists.read("roles")).map((row): string => JSON.parse(row).slug);
      found.push(problem(["roles", String(index)], unknownWord(slug, slugs, "the slug of a role")));
    }
    for (const [index, id] of accounts.entries()) {
      if (await merchantAccounts.exists(id)) continue;
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

function problem(place: readonly string[], msg: string): ValidationDetail {
  return { loc: ["body", ...place], msg, type: "value_error" };
}

interface Claims {
  readonly iss: string;
  /** Seconds since the epoch. */
  readonly iat: number;
  readonly nbf: number;
  readonly exp: number;
  readonly jti: string;
  readonly scopes?: readonly string[];
}

/** Seconds by which the service allows clocks to differ. */
const skew = 30;

interface Life {
  readonly id: string;
  /** Seconds. */
  readonly lifetime: number;
  readonly now: Date;
}

function claimsOf({ flaw, scopes = usualScopes }: TokenRequest, { id, lifetime, now }: Life): Claims {
  const seconds = Math.floor(now.getTime() / 1000);
  const start = seconds + shiftOf(flaw, lifetime);
  const exp = start + lifetime;
  const begin = Math.max(start - skew, exp - longestLife);
  const named = flaw === "no_scopes" ? {} : { scopes };
  return { iss: "payctl-reference", iat: begin, nbf: begin, exp, jti: id, ...named };
}

/** Seconds by which a token is outside its time: one expired an hour ago, the other becomes valid in an hour. */
function shiftOf(flaw: TokenFlaw | undefined, lifetime: number): number {
  if (flaw === "expired") return -lifetime - 3600;
  return flaw === "future" ? 3600 + skew : 0;
}

interface Unsigned {
  readonly claims: Claims;
  readonly key: KeyObject;
  readonly kid: string;
}

async function signed({ claims, key, kid }: Unsigned, flaw: TokenFlaw | undefined): Promise<string> {
  const header = { alg: "ES512", typ: "JWT", kid };
  switch (flaw) {
    case "alg_none":
      return `${encoded({ ...header, alg: "none" })}.${encoded(claims)}.`;
    case "wrong_key":
      return sealed(header, claims, await strangersKey());
    case "unknown_key": {
      const stranger = await strangersKey();
      return sealed({ ...header, kid: await thumbprint(stranger) }, claims, stranger);
    }
    case "tampered": {
      const [head, , signature] = sealed(header, claims, key).split(".");
      return [head, encoded({ ...claims, exp: claims.exp + 1 }), signature].join(".");
    }
    default:
      return sealed(header, claims, key);
  }
}

async function strangersKey(): Promise<KeyObject> {
  return (await newKey("ec", { namedCurve: "P-521" })).privateKey;
}

function sealed(header: object, claims: Claims, key: KeyObject): string {
  const text = `${encoded(header)}.${encoded(claims)}`;
  const signature = sign("sha512", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

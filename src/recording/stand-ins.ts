import { createHash } from "node:crypto";
import { mask } from "../values/mask.ts";
import { holdsPrivateKey } from "../values/private-key-text.ts";
import { isUuid } from "../values/text.ts";
import { readTime } from "../values/time.ts";

/** Draws what is written in place of values: of the same shape, the same for the same value, and without a way back. */
export type StandIns = ReturnType<typeof createStandIns>;

const day = 86_400_000;

/** A key of random bytes that nobody keeps makes every draw a secret of this process. */
export function createStandIns(key: Uint8Array) {
  const hash = (text: string, outputLength = 32) =>
    createHash("shake256", { outputLength }).update(key).update(text).digest();
  // Into the past by one to three years, so that order and distance stay.
  const shift = -(365 * day + (hash("shift").readUIntBE(0, 6) % (730 * day)));
  const draw = createDraw(hash);

  function text(value: string): string {
    if (value === "") return "";
    if (isSecretText(value)) return mask;
    if (isUuid(value)) return uuidLike(value, hash(`uuid ${value.toLowerCase()}`).toString("hex"));
    return shiftTime(value, shift) ?? shiftMonth(value, shift) ?? shaped(value, draw);
  }

  return {
    text,
    number(value: number): number {
      const [mantissa = "", ...exponent] = String(value).split("e");
      return Number([draw(mantissa), ...exponent].join("e"));
    },
    /** A moment as it is written, like every time in a text. */
    moment: (milliseconds: number) => new Date(milliseconds + shift).toISOString(),
  };
}

const jsonWebToken = /eyJ[\w-]{6,}\.[\w-]*\.?[\w-]*/;
const anyKey = /-----BEGIN [A-Z ]*KEY/;
/** As long as the number of a card, however it is grouped. */
const cardNumber = /(?:\d[ -]?){13,}/;

/** What must not be there in any shape, wherever it stands. */
function isSecretText(value: string): boolean {
  if (isUuid(value) || range.test(value) || phone.test(value)) return false;
  return jsonWebToken.test(value) || anyKey.test(value) || cardNumber.test(value) || holdsPrivateKey(value);
}

/** Version and variant are part of the shape, and so is the case. */
function uuidLike(value: string, digits: string): string {
  const drawn = value.replace(/(?<!^.{14}|^.{19})[^-]/g, (_, at: number) => digits[at] ?? "");
  return /[A-F]/.test(value) ? drawn.toUpperCase() : drawn.toLowerCase();
}

const time = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?/;

/** The same form, to the digit; undefined for what is no time. */
function shiftTime(value: string, shift: number): string | undefined {
  const [local = ""] = time.exec(value) ?? [];
  const at = readTime(local);
  // A leap second is one in its own zone only.
  if (Number.isNaN(at + readTime(value))) return undefined;
  const isDay = local.length === 10;
  const moved = new Date(at + (isDay ? Math.round(shift / day) * day : shift)).toISOString();
  // Of a year before 1 or after 9999, which has another form.
  if (!/^\d{4}-/.test(moved)) return value.replace(/\d/g, "1");
  const digits = moved.slice(0, Math.min(23, local.length)).padEnd(local.length, "0");
  return `${digits.slice(0, 10)}${local.slice(10, 11)}${digits.slice(11)}${value.slice(local.length)}`;
}

/** MM/YY. */
function shiftMonth(value: string, shift: number): string | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(value) ?? [];
  const moved = month && shiftTime(`20${year}-${month}-15`, shift);
  return moved && `${moved.slice(5, 7)}/${moved.slice(2, 4)}`;
}

const address = /^[^@\s]+@[^@\s.]+\.[^@\s]+$/;
const range = /^(\d{1,9})-(\d{1,9})$/;
const phone = /^\+[1-9]\d{1,14}$/;

function shaped(value: string, draw: (value: string) => string): string {
  if (address.test(value)) return `${draw(value.slice(0, value.lastIndexOf("@")))}@example.com`;
  const [, scheme, rest] = /^(https?:\/\/)(.+)$/.exec(value) ?? [];
  if (scheme !== undefined && rest !== undefined) return scheme + draw(rest);
  const [, from = "", to = ""] = range.exec(value) ?? [];
  // The contract refuses a range whose ends are not in order.
  if (from !== "" && from.length === to.length) return [draw(from), draw(to)].toSorted().join("-");
  return draw(value);
}

const digits = "123456789";
const small = "abcdefghijklmnopqrstuvwxyz";
const classes = [digits, small, small.toUpperCase()];
/** Marks that patterns of the contract and of common formats ask for. */
const structural = " -_./:+,";

/** Letter by letter another one of its class; every other character becomes a letter. */
function substitute(value: string, bytes: Uint8Array): string {
  const keepsMarks = /[A-Za-z\d]/.test(value);
  const characters = [...value].map((character, at) => {
    if (keepsMarks && structural.includes(character)) return character;
    const letters = classes.find((row) => row.includes(character)) ?? (character === "0" ? digits : small);
    const distance = 1 + ((bytes[at] ?? 0) % (letters.length - 1));
    // Never the same one.
    return letters[(letters.indexOf(character) + distance) % letters.length];
  });
  return characters.join("");
}

/** Draws for texts this short could meet; longer ones never do. */
const longestKept = 40;
const mostRounds = 60;

/** Two values never get one stand-in, as far as there are enough of their shape; only digests of values are kept. */
function createDraw(hash: (text: string, outputLength?: number) => Buffer) {
  const known = new Map<string, string>();
  const taken = new Set<string>();
  const draw = (value: string, round = 0) => substitute(value, hash(`${round} ${value}`, value.length));
  return (value: string): string => {
    if (value.length > longestKept) return draw(value);
    const digest = hash(`digest ${value}`).toString("base64");
    const before = known.get(digest);
    if (before !== undefined) return before;
    let drawn = draw(value);
    for (let round = 1; taken.has(drawn) && round < mostRounds; round += 1) drawn = draw(value, round);
    known.set(digest, drawn);
    taken.add(drawn);
    return drawn;
  };
}

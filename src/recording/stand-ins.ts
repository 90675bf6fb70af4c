import { createHmac } from "node:crypto";
import { mask } from "../values/mask.ts";
import { holdsPrivateKey } from "../values/private-key-text.ts";
import { readTime } from "../values/time.ts";

/** Draws what is written in place of values: of the same shape, the same for the same value, and without a way back. */
export interface StandIns {
  text(value: string): string;
  number(value: number): number;
  /** A moment as it is written, like every time in a text. */
  moment(milliseconds: number): string;
}

const day = 86_400_000;
const month = 30 * day;

/** A key of random bytes that nobody keeps makes every draw a secret of this process. */
export function createStandIns(key: Uint8Array): StandIns {
  const hash = (text: string) => createHmac("sha256", key).update(text).digest();
  // Into the past by one to three years, so that order and distance stay.
  const shift = -(365 * day + (hash("shift").readUIntBE(0, 6) % (730 * day)));
  const draw = distinctly((value, round) => substitute(value, streamOf(hash, `${round} ${value}`)), hash);

  function text(value: string): string {
    if (value === "") return "";
    if (isSecretText(value)) return mask;
    if (uuid.test(value)) return uuidLike(value, hash(`uuid ${value.toLowerCase()}`).toString("hex"));
    return shiftTime(value, shift) ?? shiftMonth(value, shift) ?? shaped(value, draw);
  }

  return {
    text,
    number: (value) => (Number.isFinite(value) ? numberLike(value, hash(`number ${value}`)) : value),
    moment: (milliseconds) => new Date(milliseconds + shift).toISOString(),
  };
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const jsonWebToken = /eyJ[\w-]{6,}\.[\w-]*\.?[\w-]*/;
const anyKey = /-----BEGIN [A-Z ]*KEY/;
/** As long as the number of a card, however it is grouped. */
const cardNumber = /(?:\d[ -]?){13,}/;

/** What must not be there in any shape, wherever it stands. */
function isSecretText(value: string): boolean {
  if (uuid.test(value) || range.test(value) || phone.test(value)) return false;
  return jsonWebToken.test(value) || anyKey.test(value) || cardNumber.test(value) || holdsPrivateKey(value);
}

/** Version and variant are part of the shape, and so is the case. */
function uuidLike(value: string, digits: string): string {
  let index = 0;
  const drawn = value.replace(/[\da-f]/gi, (letter, at: number) => {
    const digit = at === 14 || at === 19 ? letter : (digits[index] ?? "0");
    index += 1;
    return digit;
  });
  return /[A-F]/.test(value) ? drawn.toUpperCase() : drawn.toLowerCase();
}

const time = /^(\d{4}-\d\d-\d\d)(?:([Tt ])(\d\d:\d\d)(:\d\d)?(?:\.(\d+))?(\D.*)?)?$/;

/** The same form, to the digit; undefined for what is no time. */
function shiftTime(value: string, shift: number): string | undefined {
  const [, date, mark, , seconds, fraction, zone = ""] = time.exec(value) ?? [];
  if (date === undefined || Number.isNaN(readTime(value))) return undefined;
  const local = readTime(zone === "" ? value : value.slice(0, value.length - zone.length));
  const moved = new Date(local + (mark === undefined ? Math.round(shift / day) * day : shift)).toISOString();
  // Of a year before 1 or after 9999, which has another form.
  if (!/^\d{4}-/.test(moved)) return value.replace(/\d/g, "1");
  if (mark === undefined) return moved.slice(0, 10);
  const clock = moved.slice(11, seconds === undefined ? 16 : 19);
  const digits = fraction === undefined ? "" : `.${moved.slice(20, 23).padEnd(fraction.length, "0")}`;
  return `${moved.slice(0, 10)}${mark}${clock}${digits.slice(0, (fraction?.length ?? 0) + 1)}${zone}`;
}

/** MM/YY. */
function shiftMonth(value: string, shift: number): string | undefined {
  const [, text, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(value) ?? [];
  if (text === undefined || year === undefined) return undefined;
  const months = Number(year) * 12 + Number(text) - 1 + Math.round(shift / month) + 1200;
  return `${String((months % 12) + 1).padStart(2, "0")}/${String(Math.floor(months / 12) % 100).padStart(2, "0")}`;
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

const classes = ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "123456789"] as const;
/** Marks that patterns of the contract and of common formats ask for. */
const structural = " -_./:+,";

/** Letter by letter another one of its class; every other character becomes a letter. */
function substitute(value: string, next: () => number): string {
  const isPlain = /[A-Za-z\d]/.test(value);
  return [...value].map((character) => substituteOne(character, isPlain, next)).join("");
}

function substituteOne(character: string, keepsMarks: boolean, next: () => number): string {
  if (keepsMarks && structural.includes(character)) return character;
  const letters =
    classes.find((row) => row.includes(character)) ?? (character === "0" ? classes[2] : classes[1]);
  const at = letters.indexOf(character);
  if (at < 0) return letters[next() % letters.length] ?? "x";
  // Never the same one.
  return letters[(at + 1 + (next() % (letters.length - 1))) % letters.length] ?? "x";
}

function streamOf(hash: (text: string) => Buffer, seed: string): () => number {
  let block: Buffer = Buffer.alloc(0);
  let at = 0;
  let count = 0;
  return () => {
    if (at === block.length) {
      block = hash(`${count} ${seed}`);
      count += 1;
      at = 0;
    }
    at += 1;
    return block[at - 1] ?? 0;
  };
}

/** Draws for texts this short could meet; longer ones never do. */
const longestKept = 40;
const mostRounds = 60;

/** Two values never get one stand-in, as far as there are enough of their shape; only digests of values are kept. */
function distinctly(make: (value: string, round: number) => string, hash: (text: string) => Buffer) {
  const known = new Map<string, string>();
  const taken = new Set<string>();
  return (value: string): string => {
    if (value.length > longestKept) return make(value, 0);
    const digest = hash(`digest ${value}`).toString("base64");
    const before = known.get(digest);
    if (before !== undefined) return before;
    let drawn = make(value, 0);
    for (let round = 1; taken.has(drawn) && round < mostRounds; round += 1) drawn = make(value, round);
    known.set(digest, drawn);
    taken.add(drawn);
    return drawn;
  };
}

/** As many digits, none of them the same; sign, point and exponent stay. */
function numberLike(value: number, bytes: Buffer): number {
  let index = 0;
  const [mantissa = "", exponent] = String(value).split("e");
  const drawn = mantissa.replace(/\d/g, (digit) => {
    index += 1;
    return substituteOne(digit, true, () => bytes[index % bytes.length] ?? 0);
  });
  return Number(exponent === undefined ? drawn : `${drawn}e${exponent}`);
}

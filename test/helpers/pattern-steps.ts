import { createRequire } from "node:module";
import { join } from "node:path";
import { once } from "../../src/values/once.ts";
import { partFolder } from "../parts/part.js";

/** A node of the tree that regexpp makes of a pattern; each type has only some of the members. */
interface Node {
  readonly type: string;
  readonly raw: string;
  readonly kind: string;
  readonly negate: boolean;
  readonly min: number;
  readonly max: number;
  readonly greedy: boolean;
  readonly element: Node;
  readonly elements: readonly Node[];
  readonly alternatives: readonly Node[];
  readonly resolved: unknown;
}

const parser = once(() => {
  const load = createRequire(join(partFolder("patterns"), "package.json"));
  const { RegExpParser } = load("@eslint-community/regexpp");
  return new RegExpParser();
});

function parse({ flags, source }: RegExp): readonly Node[] {
  const sets = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  return parser().parsePattern(source, 0, source.length, sets).alternatives;
}

/** Thrown when more steps are taken than anybody would wait for. */
class TooManySteps extends Error {}

/** As far as is counted. */
const mostSteps = 2_000_000;

/**
 * How many times a backtracking matcher, as those of JavaScript are, compares a character or a position while it looks
 * for a pattern everywhere in a text; each match is followed by the search for the next.
 */
function countSteps(pattern: RegExp, text: string): number {
  const match = createMatcher(pattern, text);
  try {
    for (let start = 0; start <= text.length; ) {
      const end = match.from(start);
      start = Math.max(start + 1, end ?? 0);
      if (end !== undefined && !pattern.global) break;
    }
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
  }
  return match.steps();
}

type Next = (at: number) => number | undefined;

function createMatcher(pattern: RegExp, text: string) {
  const { flags } = pattern;
  const alternatives = parse(pattern);
  const groups = new Map<Node, readonly [number, number]>();
  let steps = 0;
  const step = (): void => {
    steps += 1;
    if (steps > mostSteps) throw new TooManySteps();
  };

  /** Whether the rest matches behind one of the alternatives; a look behind goes to the left. */
  function any(nodes: readonly Node[], at: number, isBack: boolean, next: Next): number | undefined {
    for (const { elements } of nodes) {
      const end = all(isBack ? elements.toReversed() : elements, 0, at, isBack, next);
      if (end !== undefined) return end;
    }
    return undefined;
  }

  function all(
    nodes: readonly Node[],
    index: number,
    at: number,
    isBack: boolean,
    next: Next,
  ): number | undefined {
    const node = nodes[index];
    if (node === undefined) return next(at);
    return one(node, at, isBack, (end) => all(nodes, index + 1, end, isBack, next));
  }

  function one(node: Node, at: number, isBack: boolean, next: Next): number | undefined {
    switch (node.type) {
      case "Group":
        return any(node.alternatives, at, isBack, next);
      case "CapturingGroup":
        return any(node.alternatives, at, isBack, (end) => {
          groups.set(node, isBack ? [end, at] : [at, end]);
          return next(end);
        });
      case "Quantifier":
        return repeat(node, 0, at, isBack, next);
      case "Assertion":
        step();
        return holds(node, at) ? next(at) : undefined;
      case "Backreference": {
        const [start, end] = groups.get(node.resolved as Node) ?? [0, 0];
        step();
        return text.startsWith(text.slice(start, end), at) ? next(at + end - start) : undefined;
      }
      default: {
        step();
        const from = isBack ? before(at) : at;
        const to = isBack ? at : at + ((text.codePointAt(at) ?? 0) ? letterAt(at).length : 1);
        const letter = text.slice(from, to);
        return letter !== "" && letterTest(node, flags)(letter) ? next(isBack ? from : to) : undefined;
      }
    }
  }

  const isUnicode = /[uv]/.test(flags);
  const letterAt = (at: number): string =>
    isUnicode ? String.fromCodePoint(text.codePointAt(at) ?? 0) : text.charAt(at);
  const before = (at: number): number =>
    isUnicode && /[\udc00-\udfff]/.test(text.charAt(at - 1)) ? at - 2 : at - 1;

  function repeat(node: Node, times: number, at: number, isBack: boolean, next: Next): number | undefined {
    const more = (): number | undefined =>
      times >= node.max
        ? undefined
        : one(node.element, at, isBack, (end) =>
            // An empty round is no progress.
            end === at && times >= node.min ? undefined : repeat(node, times + 1, end, isBack, next),
          );
    if (times < node.min) return more();
    return node.greedy ? (more() ?? next(at)) : (next(at) ?? more());
  }

  function holds(node: Node, at: number): boolean {
    switch (node.kind) {
      case "start":
        return at === 0 || (flags.includes("m") && text.charAt(at - 1) === "\n");
      case "end":
        return at === text.length || (flags.includes("m") && text.charAt(at) === "\n");
      case "word":
        return (/\w/.test(text.charAt(at - 1)) !== /\w/.test(text.charAt(at))) !== node.negate;
      default: {
        const found = any(node.alternatives, at, node.kind === "lookbehind", (end) => end);
        return (found !== undefined) !== node.negate;
      }
    }
  }

  return {
    /** The end of a match that starts here. */
    from: (start: number) => any(alternatives, start, false, (end) => end),
    steps: () => steps,
  };
}

const tests = new Map<string, (letter: string) => boolean>();

/** Whether a letter is one that a character, a class or a set of the pattern means: JavaScript knows best. */
function letterTest({ raw }: Node, flags: string): (letter: string) => boolean {
  const key = `${raw} ${flags}`;
  const known = tests.get(key);
  if (known !== undefined) return known;
  const pattern = new RegExp(`^(?:${raw})$`, flags.replace(/[gmy]/g, ""));
  const answers = new Map<string, boolean>();
  const test = (letter: string): boolean => {
    const answer = answers.get(letter) ?? pattern.test(letter);
    answers.set(letter, answer);
    return answer;
  };
  tests.set(key, test);
  return test;
}

/** Letters of all kinds, of which samples are made. */
const letters = [
  ..."a0 -.,:;/_=\"'<>(){}[]@%+#~|\\&*!?$^`",
  "\t",
  "\n",
  "\r",
  "\u001b",
  "A",
  "Z",
  "z",
  "9",
  "é",
  "\u200d",
  "\u{1f600}",
];

const mostSamples = 4;

/** A few texts that a part of a pattern takes. */
function samplesOf(node: Node, flags: string): readonly string[] {
  switch (node.type) {
    case "Group":
    case "CapturingGroup":
      return node.alternatives.flatMap(({ elements }) => sequence(elements, flags)).slice(0, mostSamples * 2);
    case "Quantifier":
      return node.max === 0
        ? [""]
        : samplesOf(node.element, flags).map((text) => text.repeat(Math.max(1, Math.min(node.min, 50))));
    case "Assertion":
    case "Backreference":
      return [""];
    default: {
      const test = letterTest(node, flags);
      const own = node.type === "Character" ? [node.raw.replace(/^\\(?=[^\w])/, "")] : [];
      return [...own, ...letters].filter(test).slice(0, mostSamples);
    }
  }
}

function sequence(nodes: readonly Node[], flags: string): readonly string[] {
  const samples = nodes.map((node) => samplesOf(node, flags));
  const most = Math.max(1, ...samples.map(({ length }) => length));
  return Array.from({ length: Math.min(most, mostSamples) }, (_, index) =>
    samples.map((each) => each[index % Math.max(1, each.length)] ?? "").join(""),
  );
}

/**
 * Texts of about a length that make a pattern look again and again: what stands before a repetition, what repeats, and
 * both, over and over, with an end that fits nothing.
 */
function worstTexts(pattern: RegExp, length: number): readonly string[] {
  const { flags } = pattern;
  const units = new Set<string>();
  const starts = new Set<string>([""]);
  visit(parse(pattern));
  return [...units].flatMap((unit) =>
    [...starts].map((start) => `${start}${unit.repeat(Math.ceil(length / unit.length))}\u0001\n\u0001`),
  );

  function visit(nodes: readonly Node[]): void {
    for (const { elements } of nodes) {
      elements.forEach((node, index) => {
        const before = sequence(elements.slice(0, index), flags);
        const after = sequence(elements.slice(index + 1), flags);
        if (node.type === "Quantifier" && node.max > 8) {
          const own = samplesOf(node.element, flags);
          for (const start of before.slice(0, 2)) starts.add(start);
          const pairs = own.flatMap((text) => [
            ...before.map((start) => start + text),
            ...after.map((end) => text + end.slice(0, -1)),
          ]);
          for (const unit of [...own, ...before, ...pairs]) if (unit !== "") units.add(unit);
        }
        if (node.alternatives) visit(node.alternatives);
        if (node.element?.alternatives) visit(node.element.alternatives);
      });
    }
  }
}

/** By how much the steps grow at most when a worst text becomes twice as long: 2 for a pattern that takes linear time. */
export function growth(pattern: RegExp): number {
  const [short = [], long = []] = [150, 300].map((length) =>
    worstTexts(pattern, length).map((text) => countSteps(pattern, text)),
  );
  // A few steps for each letter are linear, whatever they grow by.
  return Math.max(
    0,
    ...long.map((steps, index) => {
      if (steps > mostSteps) return Number.POSITIVE_INFINITY;
      return steps < 3000 ? 0 : steps / (short[index] ?? 1);
    }),
  );
}

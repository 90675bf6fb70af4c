// What a page costs by its depth.
import { compare } from "../rounds.js";
import { row } from "../row.js";
import { asking, contender, get } from "./asking.js";

/** @typedef {import("../processes.js").Running} Running */

/** A tenth more or less is little beside the noise of a machine, so many short rounds tell it. */
const depthPlan = { rounds: 20, seconds: 0.5, connections: 1 };

/** @param {Running} server */
export async function measureDepth(server) {
  const page = 4000;
  const size = 20;
  const cursor = await cursorBehind(server, (page - 1) * size);
  const deep = contender(server, `/buyers?limit=${size}&cursor=${cursor}`);
  const second = contender(server, `/buyers?limit=${size}&cursor=${await cursorBehind(server, size)}`);
  const first = contender(server, `/buyers?limit=${size}`);
  const againstFirst = await compare({ first, deep }, depthPlan);
  const againstSecond = await compare({ second, deep }, depthPlan);
  const near = asking(server, await targetsFrom(server, await cursorBehind(server, size), size));
  const far = asking(server, await targetsFrom(server, cursor, size));
  const walks = await compare({ near, far }, depthPlan);
  return [
    row("page 4,000 of a list, in times of page 1", 1 / againstFirst.deep.ratio, { most: 1.1 }),
    row("page 4,000 of a list, in times of page 2", 1 / againstSecond.deep.ratio),
    row("a walk through pages 4,000 to 4,499, in times of one through 2 to 501", 1 / walks.far.ratio),
  ];
}

/**
 * A page behind the other.
 * @param {Running} server
 * @param {string} cursor of the first page
 * @param {number} size
 */
async function targetsFrom(server, cursor, size) {
  const targets = [];
  let next = cursor;
  while (targets.length < 500) {
    const target = `/buyers?limit=${size}&cursor=${next}`;
    targets.push(target);
    ({ next_cursor: next } = await get(server, target));
  }
  return targets;
}

/**
 * @param {Running} server
 * @param {number} count
 */
async function cursorBehind(server, count) {
  let cursor = "";
  for (let seen = 0; seen < count; ) {
    const limit = Math.min(100, count - seen);
    const { next_cursor: next } = await get(server, `/buyers?limit=${limit}${cursor && `&cursor=${cursor}`}`);
    cursor = next;
    seen += limit;
  }
  return cursor;
}

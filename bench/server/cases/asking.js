// What pages of lists are asked for with.
import { request, signToken } from "../requests.js";

/** @typedef {import("../processes.js").Running} Running */

/**
 * Asks for one target again and again, with a parameter that nobody reads, so that no answer is a kept one.
 * @param {Running} server
 * @param {string} [target]
 */
export function contender(server, target = "") {
  return asking(
    server,
    Array.from({ length: 500 }, (_, number) => `${target}&n=${number}`),
  );
}

/**
 * Asks for the targets in turn.
 * @param {Running} server
 * @param {readonly string[]} targets
 */
export function asking(server, targets) {
  const token = signToken(server.privateKey, ["*.read"]);
  return { url: server.url, requests: targets.map((target) => request(`GET ${target}`, { token })) };
}

/**
 * @param {Running} server
 * @param {string} target
 * @returns {Promise<Record<string, any>>}
 */
export async function get(server, target) {
  const token = signToken(server.privateKey, ["*.read"]);
  const answer = await fetch(`${server.url}${target}`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${target} answered ${answer.status}`);
  return Object(await answer.json());
}

// A load generator in its own process: each connection sends its next request when the last one is answered.
import { createConnection } from "node:net";
import { text } from "node:stream/consumers";

/**
 * @typedef {object} Load
 * @property {string} url
 * @property {number} connections
 * @property {number} seconds
 * @property {readonly string[]} requests raw HTTP, sent in turn
 *
 * @typedef {object} Measured
 * @property {number} rate answers a second
 * @property {number} p50 milliseconds
 * @property {number} p99 milliseconds
 * @property {Record<string, number>} statuses
 */

const spec = /** @type {Load} */ (JSON.parse(await text(process.stdin)));
const { hostname, port } = new URL(spec.url);
const requests = spec.requests.map((text) => Buffer.from(text));
/** @type {number[]} */
const times = [];
/** @type {Record<string, number>} */
const statuses = {};
let next = 0;
let running = true;

await Promise.all(Array.from({ length: spec.connections }, connect));

const sorted = Float64Array.from(times).sort();
/** @type {(share: number) => number} */
const quantile = (share) => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(3));
const measured = { rate: times.length / spec.seconds, p50: quantile(0.5), p99: quantile(0.99), statuses };
process.stdout.write(`${JSON.stringify(measured)}\n`);

/** @returns {Promise<void>} */
function connect() {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: hostname, port: Number(port), noDelay: true });
    let received = Buffer.alloc(0);
    let wanted = -1;
    let sent = 0;

    function send() {
      if (!running) {
        socket.destroy();
        resolve();
        return;
      }
      sent = performance.now();
      socket.write(requests[next % requests.length] ?? "");
      next += 1;
    }

    socket.on("connect", () => {
      setTimeout(() => {
        running = false;
      }, spec.seconds * 1000).unref();
      send();
    });
    socket.on("data", (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      if (wanted < 0) wanted = lengthOf(received);
      if (wanted < 0 || received.length < wanted) return;
      times.push(performance.now() - sent);
      const status = received.toString("latin1", 9, 12);
      statuses[status] = (statuses[status] ?? 0) + 1;
      received = Buffer.alloc(0);
      wanted = -1;
      send();
    });
    socket.on("error", reject);
    socket.on("close", () => (running ? reject(new Error("the server closed a connection")) : resolve()));
  });
}

/**
 * Bytes of a whole answer, or -1 as long as its head is not there.
 * @param {Buffer} bytes
 */
function lengthOf(bytes) {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return -1;
  const head = bytes.toString("latin1", 0, end);
  return end + 4 + Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
}

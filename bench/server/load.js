// A load generator in its own process: each connection sends its next request when the last one is answered.
import { createConnection } from "node:net";
import { text } from "node:stream/consumers";

/**
 * @typedef {object} Load
 * @property {string | readonly string[]} url one server, or several that the connections are dealt to in turn
 * @property {number} connections
 * @property {number} seconds
 * @property {readonly string[]} requests raw HTTP, sent in turn
 *
 * @typedef {object} Measured
 * @property {number} rate answers a second
 * @property {Record<string, number>} statuses
 */

const spec = /** @type {Load} */ (JSON.parse(await text(process.stdin)));
const places = [spec.url].flat().map((url) => new URL(url));
const requests = spec.requests.map((text) => Buffer.from(text));
/** @type {Record<string, number>} */
const statuses = {};
let next = 0;
let running = true;

await Promise.all(Array.from({ length: spec.connections }, (_, index) => connect(index)));

const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0);
const measured = { rate: answers / spec.seconds, statuses };
process.stdout.write(`${JSON.stringify(measured)}\n`);

/**
 * @param {number} index
 * @returns {Promise<void>}
 */
function connect(index) {
  const { hostname = "", port = "" } = places[index % places.length] ?? {};
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: hostname, port: Number(port), noDelay: true });
    let received = Buffer.alloc(0);
    let wanted = -1;

    function send() {
      if (!running) {
        socket.destroy();
        resolve();
        return;
      }
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

/** The home of undici: the parts that one connection needs, for its root loads everything that it has. */
export { default as buildConnector } from "undici/lib/core/connect.js";
export { default as Client } from "undici/lib/dispatcher/client.js";

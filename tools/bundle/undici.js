/**
 * The root of undici loads all of it, its mocks and caches too, and costs a signed list 30 ms of 65. In the bundle, the
 * name stands for what payctl uses of it.
 */
export const undici = `
Object.defineProperty(require("undici/lib/dispatcher/dispatcher.js").prototype, "connect", {
  get: () => require("undici/lib/api/api-connect.js"),
});
exports.Client = require("undici/lib/dispatcher/client.js");
exports.buildConnector = require("undici/lib/core/connect.js");
`;

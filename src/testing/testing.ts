import type * as api from "./api.ts";

export type * from "./api.ts";

// Each half is loaded when it is called: a suite that connects needs no server.

export const startReferenceServer: typeof api.startReferenceServer = async (options = {}) => {
  const { start } = await import("./start.ts");
  return start(options);
};

export const connectReferenceServer: typeof api.connectReferenceServer = async (url, options = {}) => {
  const { connect } = await import("./connect.ts");
  return connect(url, options);
};

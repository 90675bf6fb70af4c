import type * as api from "./api.ts";

export type * from "./api.ts";

// Each half is loaded when it is called: a suite that connects needs no server.

export const startReferenceServer: typeof api.startReferenceServer = async (options = {}) => {
  const { createReferenceServer } = await import("./start.ts");
  return createReferenceServer(options);
};

export const connectReferenceServer: typeof api.connectReferenceServer = async (url, options = {}) => {
  const { connectTo } = await import("./connect.ts");
  return connectTo(url, options);
};

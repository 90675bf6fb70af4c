// undici describes only its root; these are the parts of it that are loaded on their own.
declare module "undici/lib/dispatcher/client.js" {
  import { Client } from "undici";
  export = Client;
}

declare module "undici/lib/core/connect.js" {
  import { buildConnector } from "undici";
  export = buildConnector;
}

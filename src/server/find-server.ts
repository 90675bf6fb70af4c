import { get } from "node:http";
import { findOwner, type Owner } from "./owner.ts";

/** How long a server may take to say that it is one. */
const patience = 5000;

/** The server that answers for a database; a number that another process has inherited counts for nothing. */
export async function findServer(place: string): Promise<Owner | undefined> {
  const owner = await findOwner(place);
  return owner !== undefined && (await answers(owner.url)) ? owner : undefined;
}

/** Each of its answers, even a refusal, carries an id. */
function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(`${url}/_reference/health`, { timeout: patience, agent: false }, (response) => {
      response.resume();
      resolve(response.headers["x-request-id"] !== undefined);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
  });
}

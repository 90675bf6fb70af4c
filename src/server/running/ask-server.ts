import { request } from "node:http";
import { healthPath, instanceHeader } from "../world.ts";

/** How long a server may take to say that it is one. */
const patience = 5000;

/** Which server answers there, even if its control interface is closed to us. */
export async function instanceAt(url: string): Promise<string | undefined> {
  return (await ask("HEAD", `${url}${healthPath}`))?.instance;
}

/** Whether the server at a URL has a key pair; one whose control interface is closed counts too. */
export async function servesKey(url: string, thumbprint: string): Promise<boolean> {
  const answer = await ask("GET", `${url}/_reference/data/api_key_pairs`);
  return answer !== undefined && (answer.status !== 200 || answer.body.includes(thumbprint));
}

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
  readonly instance: string | undefined;
}

/** What a reference server answers; each of its answers, even a refusal, carries an id. */
function ask(method: "GET" | "HEAD", target: string): Promise<Answer | undefined> {
  if (!target.startsWith("http:")) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const asking = request(target, { method, timeout: patience, agent: false }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        body += part;
      });
      const { [instanceHeader]: instance, "x-request-id": requestId } = response.headers;
      response.on("end", () => {
        const answer = { status: response.statusCode, body, instance: [instance].flat()[0] };
        resolve(requestId === undefined ? undefined : answer);
      });
      response.on("error", () => resolve(undefined));
    });
    asking.on("timeout", () => asking.destroy());
    asking.on("error", () => resolve(undefined));
    asking.end();
  });
}

import { bareControlPath, controlPrefix } from "../contract/control/operations.ts";
import type { ApiRequest, Exchange } from "../contract/exchange.ts";
import { answering, type Report } from "./answer.ts";
import { refuseForeign } from "./control/access.ts";
import { isInspector } from "./control/page.ts";
import { failure, unknownWorld } from "./failure.ts";
import type { Layer, Respond, Trace } from "./layer.ts";
import { pathOf } from "./routes.ts";
import { type ControlAccess, healthPath, instanceHeader, worldsPrefix } from "./world.ts";
import type { AllWorlds } from "./worlds/worlds.ts";

interface RouterParts {
  /** The world at the root. */
  readonly root: Respond;
  readonly worlds: Pick<AllWorlds, "look" | "names" | "opened">;
  /** Who may control the worlds; undefined for nobody. */
  readonly access: ControlAccess | undefined;
  /** Writes a line for every answer. */
  readonly logging: Layer;
  /** For a request to no world. */
  newControlId(): string;
  readonly report: Report;
  /** Distinguishes this server from every other; undefined for one that does not run in a process of its own. */
  readonly instance?: string | undefined;
}

/** The whole reference server as a function: every request goes to its world, and all of them go to the log. */
export function createRouter(parts: RouterParts): Exchange {
  const { access, instance, logging, newControlId, report, root } = parts;

  const route: Respond = async (request, trace) => {
    const address = readAddress(request.target);
    const world = await findWorld(parts.worlds, address?.name, request, trace);
    if (address === undefined) return root(request, trace);
    const inWorld = { ...request, target: address.target };
    if (world !== undefined) {
      trace.world = address.name;
      return world(inWorld, trace);
    }
    // The page is the same everywhere, and asks for the token before it learns whether the world exists.
    if (access?.token !== undefined && isInspector(inWorld)) return root(inWorld, trace);
    const refuse = () => refuseUnknown(inWorld, address.name, trace, parts);
    return answering(refuse, { newId: newControlId, report })(request, trace);
  };
  const respond = logging(route);
  const presence = instance === undefined ? {} : { [instanceHeader]: instance };
  return async (request) => {
    if (request.method !== "HEAD" || request.target !== healthPath) return respond(request, {});
    // Health checks come every few seconds, and the `serve` verbs start with one: lines for them would bury those of
    // calls.
    return { status: 200, headers: { "x-request-id": newControlId(), ...presence }, body: "" };
  };
}

/** The world that a request names, as the database has it now; if the database can't be used, as it was last. */
async function findWorld(
  worlds: RouterParts["worlds"],
  name: string | undefined,
  request: ApiRequest,
  trace: Trace,
): Promise<Respond | undefined> {
  const found = worlds.look(name);
  trace.known = found.then(() => {});
  // Whoever needs the database waits for this, and is refused then.
  trace.known.catch(() => {});
  const opened = name === undefined ? undefined : worlds.opened(name);
  if (mayNeedNoDatabase(request) && (name === undefined || opened !== undefined)) return opened;
  return found.catch(() => opened);
}

/** Some of these calls are answered without the database; those that need it wait for it themselves. */
function mayNeedNoDatabase({ target }: ApiRequest): boolean {
  const path = pathOf(target);
  return isControl(path) || path === "/openapi.json";
}

function isControl(path: string): boolean {
  return path === bareControlPath || path.startsWith(controlPrefix);
}

interface Address {
  readonly name: string;
  /** The request as that world sees it. */
  readonly target: string;
}

/** Undefined for a target that names no world, and so belongs to the one at the root. */
function readAddress(target: string): Address | undefined {
  if (!target.startsWith(worldsPrefix)) return undefined;
  const [name = ""] = target.slice(worldsPrefix.length).split(/[/?]/, 1);
  const rest = target.slice(worldsPrefix.length + name.length);
  return { name, target: rest.startsWith("/") ? rest : `/${rest}` };
}

/** Refuses a request to a world that does not exist; only callers who may control the server learn names like its own. */
async function refuseUnknown(
  inWorld: ApiRequest,
  name: string,
  { known }: Trace,
  { access, worlds }: Pick<RouterParts, "access" | "worlds">,
): Promise<never> {
  const isForControl = isControl(pathOf(inWorld.target));
  if (isForControl) {
    if (access === undefined) throw failure(404);
    refuseForeign(inWorld, access);
  }
  // Another server may have made the world, which is not known without the database.
  await known;
  throw unknownWorld(name, isForControl ? await worlds.names() : []);
}

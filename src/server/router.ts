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
  const find = createFind(parts);
  const refuse = (request: ApiRequest, trace: Trace) => refuseUnknown(request, trace, parts);
  const nowhere = answering(refuse, { newId: newControlId, report });

  const route: Respond = async (request, trace) => {
    const address = readAddress(request.target);
    const world = await find(address?.name, request, trace);
    if (address === undefined) return root(request, trace);
    const inWorld = { ...request, target: address.target };
    if (world === undefined) {
      // The page is the same everywhere, and asks for the token before it learns whether the world exists.
      return access?.token !== undefined && isInspector(inWorld)
        ? root(inWorld, trace)
        : nowhere(request, trace);
    }
    trace.world = address.name;
    return world(inWorld, trace);
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

/** Finds the world of a request, with what the database knows; without the database, what needs it says so itself. */
function createFind({ worlds }: Pick<RouterParts, "worlds">) {
  return async (
    name: string | undefined,
    request: ApiRequest,
    trace: Trace,
  ): Promise<Respond | undefined> => {
    const looked = worlds.look(name);
    trace.known = looked.then(() => {});
    trace.known.catch(() => {});
    const known = name === undefined ? undefined : worlds.opened(name);
    if (mayBeConstant(request) && (name === undefined || known !== undefined)) return known;
    return looked.catch(() => known);
  };
}

/** A part of the control interface says for itself whether it needs the database. */
function mayBeConstant({ target }: ApiRequest): boolean {
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

/** Another server may have made it; without the database nobody knows. Who may not control it is not told. */
async function refuseUnknown(
  request: ApiRequest,
  { known }: Trace,
  { access, worlds }: Pick<RouterParts, "access" | "worlds">,
): Promise<never> {
  const { name, target } = readAddress(request.target) ?? { name: "", target: "" };
  const isForControl = isControl(pathOf(target));
  if (isForControl) {
    if (access === undefined) throw failure(404);
    refuseForeign({ ...request, target }, access);
  }
  await known;
  throw unknownWorld(name, isForControl ? await worlds.names() : []);
}

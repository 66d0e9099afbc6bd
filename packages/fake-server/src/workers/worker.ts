import { accessTo, readBehavior } from '../core/behavior/behavior.ts';
import { FakeServerError, optionError } from '../core/errors.ts';
import { createFakeServer } from '../core/fake-server.ts';
import { authorize } from '../core/http/authorization.ts';
import type { ReceivedRequest, WireResponse } from '../core/http/message.ts';
import { failureResponse, problemResponse } from '../core/http/problem.ts';
import { calledName } from '../core/server/admin/admin.ts';
import { originsOption } from '../core/door/origins.ts';
import { listedPages } from '../core/door/pages.ts';
import { bodyLimitOf } from '../core/checks/options.ts';
import { handlerOf, serverRules, type Handler } from '../core/server/handler.ts';
import { worldRequest } from '../core/worlds/world-name.ts';
import { createWorlds } from '../core/worlds/worlds.ts';
import { objectStorage, type ObjectStorage } from './object-storage.ts';
import { readOptions, type Settings, type CreateWorkerOptions } from './options.ts';

/** The first constructor argument of a Durable Object. */
export interface ObjectContext {
  readonly storage: ObjectStorage;
}

export interface ObjectNamespace {
  idFromName: (name: string) => object;
  get: (id: object) => { fetch: (request: Request) => Promise<Response> };
}

export interface WorldObject {
  readonly fetch: Handler;
}

export interface WorkerParts<Env> {
  /** The default export of the Worker module, which passes each request to the Durable Object of its world. */
  readonly worker: { readonly fetch: (request: Request, env: Env) => Promise<Response> };
  readonly World: new (context: ObjectContext, env: Env) => WorldObject;
}

/**
 * Creates a Cloudflare Worker that serves worlds (named fake servers). Each world is stored in the SQLite storage of
 * its own Durable Object, so it survives when Cloudflare evicts the object from memory. A request names its world in
 * the path, in the form `/worlds/:name`, or in the header `x-mock-services-world`.
 * @param options - A function can read secrets from the environment. The function is called once in each isolate of the
 * Worker and once in each Durable Object.
 */
export function createWorker<Env extends object = object>(
  options: CreateWorkerOptions | ((env: Env) => CreateWorkerOptions) = {},
): WorkerParts<Env> {
  const known = new WeakMap<Env, Settings>();
  const settingsOf = (env: Env): Settings => {
    const settings = known.get(env) ?? readOptions(typeof options === 'function' ? options(env) : options);
    known.set(env, settings);
    return settings;
  };
  return {
    worker: { fetch: (request, env) => passOn(request, env, () => settingsOf(env)) },
    World: class {
      readonly #handler: Handler;

      constructor({ storage }: ObjectContext, env: Env) {
        this.#handler = worldHandler(storage, settingsOf(env));
      }

      fetch(request: Request): Promise<Response> {
        return this.#handler(request);
      }
    },
  };
}

function worldHandler(storage: ObjectStorage, settings: Settings): Handler {
  const { binding: _, names: __, prefix: ___, corsOrigin: ____, requiredToken, ...ofWorld } = settings;
  const worlds = createWorlds({
    create: () => createFakeServer(ofWorld),
    storage: objectStorage(storage),
    baseUrl: ofWorld.baseUrl,
  });
  // Unlike `createHandler`, this handler has no page at the base path, because that page would need no token.
  const rules = serverRules(worlds, { ...settings, admin: requiredToken !== undefined }, false);
  return handlerOf({ ...rules, maxBodyBytes: bodyLimitOf(settings, 0) });
}

type Message = Pick<ReceivedRequest, 'method' | 'path' | 'headers'>;

async function passOn(request: Request, env: object, settingsHere: () => Settings): Promise<Response> {
  const { origin, pathname, search } = new URL(request.url);
  const { method, headers } = request;
  const message = { method, path: pathname + search, headers: Object.fromEntries(headers) };
  const respond = (response: WireResponse, options: CreateWorkerOptions = {}) =>
    // A world's CORS rules and body limit also apply to this response.
    handlerOf({
      ...listedPages(originsOption(options.corsOrigin)),
      maxBodyBytes: bodyLimitOf(options, 0),
      handle: () => response,
      vary: (error) => error,
    })(request);
  let settings: Settings | undefined;
  let route: Route;
  let objects: ObjectNamespace;
  try {
    settings = settingsHere();
    const rejection = rejectionOf(message, settings);
    if (rejection) return await respond(rejection, settings);
    route = routeOf(message, settings);
    objects = objectsOf(env, settings.binding);
  } catch (error) {
    return respond(failureResponse(error), settings);
  }
  return objects.get(objects.idFromName(route.name)).fetch(new Request(origin + route.path, request));
}

const unlistable =
  'Worlds in Durable Objects cannot be listed. Store their names yourself. To delete a world, send POST /worlds/:name/__fake/deleteWorld.';

function rejectionOf(request: Message, settings: Settings): WireResponse | undefined {
  const unauthorized = authorize(settings.requiredToken, request.headers);
  if (unauthorized) {
    const behavior = readBehavior(settings, settings.randomSeed ?? 1);
    return accessTo(behavior).varyError(unauthorized.response, request);
  }
  const { requiredToken, prefix } = settings;
  const isOfAll = requiredToken !== undefined && calledName(request, prefix) === 'listWorlds';
  return isOfAll ? problemResponse(501, unlistable) : undefined;
}

const minSecretLength = 32;

interface Route {
  readonly name: string;
  readonly path: string;
}

function routeOf(request: Message, settings: Settings): Route {
  const { names, prefix } = settings;
  const { name, request: own } = worldRequest(request, prefix);
  if (names === 'secret' && name.length < minSecretLength) {
    throw new FakeServerError(
      'world-name',
      `The name of a world on this server must have at least ${minSecretLength} characters, but this request has no such name. Create a name with crypto.randomUUID(), and send it as /worlds/:name or in the header x-mock-services-world.`,
    );
  }
  return { name, path: `/worlds/${name}${own.path}` };
}

function objectsOf(env: object, binding: string): ObjectNamespace {
  const objects: unknown = Reflect.get(env, binding);
  if (typeof objects === 'object' && objects !== null && 'idFromName' in objects)
    return objects as ObjectNamespace;
  throw optionError(
    'binding',
    `the name of a binding to the class World, but ${binding} is not such a binding`,
  );
}

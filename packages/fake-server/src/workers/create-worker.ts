import { OptionError } from '../core/errors.ts';
import { createFakeServer } from '../core/fake-server.ts';
import { failureResponse } from '../core/http/failure.ts';
import { createHandler, webHandler, type Handler } from '../core/server/handler.ts';
import { createWorlds } from '../core/worlds/worlds.ts';
import { objectStorage } from './object-storage.ts';
import { readOptions, type Settings, type WorkerOptions } from './options.ts';
import type { ObjectContext, ObjectNamespace, ObjectStorage } from './platform.ts';
import { Rejection, routeOf, type Route } from './route.ts';

/** A Durable Object that has one world. */
export interface WorldObject {
  readonly fetch: Handler;
}

/** What a Worker's module exports. */
export interface WorkerParts<Env> {
  /** Passes each request to the object of its world. */
  readonly worker: { readonly fetch: (request: Request, env: Env) => Promise<Response> };
  /** The class of the Durable Objects. */
  readonly World: new (context: ObjectContext, env: Env) => WorldObject;
}

/**
 * A Cloudflare Worker that serves fake servers by name, each in a Durable Object of its own whose SQLite storage keeps it: an
 * object that was evicted comes back as it was. Worlds are chosen as those of `createWorlds`, by `/worlds/:name` or the header
 * `x-mock-services-world`.
 *
 * @param options - The options, or a function of the environment that returns them, for secrets. It is called once in each
 * isolate and object.
 * @example
 * ```ts
 * import { createWorker } from '@mock-services/fake-server/workers';
 *
 * const { worker, World } = createWorker((env: { readonly TOKEN: string }) => ({ requiredToken: env.TOKEN }));
 * export default worker;
 * export { World };
 * ```
 */
export function createWorker<Env extends object = object>(
  options: WorkerOptions | ((env: Env) => WorkerOptions) = {},
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

/** Responds for the world of one object. */
function worldHandler(storage: ObjectStorage, settings: Settings): Handler {
  const { binding: _, names: __, prefix: ___, corsOrigin: ____, ...ofWorld } = settings;
  const worlds = createWorlds({
    create: (_, kept) => createFakeServer({ ...ofWorld, storage: kept }),
    storage: objectStorage(storage),
  });
  return createHandler(worlds, { ...settings, admin: settings.requiredToken !== undefined });
}

/** Passes a request to the object of its world, or responds to one that may not reach any. */
async function passOn(request: Request, env: object, settingsHere: () => Settings): Promise<Response> {
  const { origin, pathname, search } = new URL(request.url);
  const { method, headers } = request;
  const message = { method, path: pathname + search, headers: Object.fromEntries(headers) };
  let settings: Settings | undefined;
  let route: Route;
  let objects: ObjectNamespace;
  try {
    settings = settingsHere();
    route = routeOf(message, settings);
    objects = objectsOf(env, settings.binding);
  } catch (error) {
    // Its limits and CORS headers are those of a response from a world.
    const response = error instanceof Rejection ? error.response : failureResponse(error);
    return webHandler(async () => () => response, settings ?? {})(request);
  }
  return objects.get(objects.idFromName(route.name)).fetch(new Request(origin + route.path, request));
}

function objectsOf(env: object, binding: string): ObjectNamespace {
  const objects: unknown = Reflect.get(env, binding);
  if (typeof objects === 'object' && objects !== null && 'idFromName' in objects)
    return objects as ObjectNamespace;
  throw new OptionError('binding', `the name of a binding to the class World, and ${binding} is none`);
}

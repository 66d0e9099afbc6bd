/** Which object a request is for, and which requests reach one at all. */
import { WorldError } from '../core/errors.ts';
import { authorize } from '../core/http/authorization.ts';
import type { WireRequest, WireResponse } from '../core/http/message.ts';
import { problemResponse } from '../core/http/problem.ts';
import { checkedName, worldRequest } from '../core/worlds/world-name.ts';
import type { Settings } from './options.ts';

/** The object of a world. */
export interface Route {
  readonly name: string;
  /** The path of the request there, which has the name of the world in it. */
  readonly path: string;
}

const unlistable =
  'Worlds in Durable Objects cannot be listed. Keep their names, and remove each by DELETE /__fake/worlds/:name.';

/** Characters of a name that cannot be guessed. */
const secretLength = 32;

/** A request may not reach any object. */
export class Rejection extends Error {
  readonly response: WireResponse;

  constructor(response: WireResponse) {
    super();
    this.response = response;
  }
}

/** All worlds, or one of them by the name in the path. */
const adminOfAll = /^\/__fake\/worlds(?:\/([^/?#]*))?(?:[?#]|$)/;

/**
 * The object that a request is for.
 *
 * @throws {Rejection} for a request without the token, and one that needs a list of the worlds.
 * @throws {WorldError} when the name of the world is malformed, or not secret.
 */
export function routeOf(request: WireRequest, { requiredToken, names, prefix }: Settings): Route {
  const unauthorized = authorize(requiredToken, request);
  if (unauthorized) {
    const { status, detail, headers } = unauthorized;
    throw new Rejection(problemResponse(status, detail, {}, headers));
  }
  const ofAll = requiredToken === undefined ? null : adminOfAll.exec(request.path);
  if (ofAll) {
    const [path, name = ''] = ofAll;
    if (name === '') throw new Rejection(problemResponse(501, unlistable));
    return { name: secret(names, checkedName(name)), path };
  }
  const { name, request: own } = worldRequest(request, () => prefix);
  return { name: secret(names, name), path: `/worlds/${name}${own.path}` };
}

/** @throws {WorldError} when a name has to be secret, and is short. */
function secret(names: Settings['names'], name: string): string {
  if (names === 'any' || name.length >= secretLength) return name;
  throw new WorldError(
    'malformed',
    `Worlds of this server have secret names of at least ${secretLength} characters, and this request names none of them. Make one by crypto.randomUUID(), and send it as /worlds/:name or in x-mock-services-world.`,
  );
}

/** Which world a request is for, and the request as that world receives it. */
import { WorldError } from '../errors.ts';
import type { WireRequest } from '../http/message.ts';

/** The header that names a world, where the path does not. */
const worldHeader = 'x-mock-services-world';

/** The world of a request that names none. */
export const defaultWorld = 'default';

/** What precedes the name of a world in a path. */
const segment = '/worlds/';

/** A request for a world, without the name of the world in its path. */
export interface WorldRequest {
  readonly name: string;
  readonly request: WireRequest;
}

/**
 * The path prefix of the base URL: the name may stand before it or after it. Asked only when it matters.
 *
 * @param before - What the prefix is, if a world is named behind it.
 * @param name - The name of that world.
 */
type PrefixOf = (before: string, name: string) => string;

/** @throws {WorldError} when the name is malformed. */
export function worldRequest(request: WireRequest, prefixOf: PrefixOf): WorldRequest {
  const { path, headers = {} } = request;
  const inHeader = worldInHeader(headers);
  const at = segmentIn(path, prefixOf);
  if (at === undefined) return { name: checkedName(inHeader ?? defaultWorld), request };
  const name = checkedName(nameAt(path, at));
  const rest = path.slice(at + segment.length + name.length);
  const own = path.slice(0, at) + (rest.startsWith('/') ? rest : `/${rest}`);
  const problem =
    inHeader === undefined || inHeader === name
      ? undefined
      : `The path names the world ${name}, and the header ${worldHeader} another: the path counts.`;
  const { method, body } = request;
  return { name, request: { method, path: own, headers, body, problem } };
}

/** Where the segment of a world begins in a path. */
function segmentIn(path: string, prefixOf: PrefixOf): number | undefined {
  const at = path.indexOf(segment);
  if (at <= 0) return at < 0 ? undefined : at;
  const before = path.slice(0, at);
  // A base URL has no query.
  if (/[?#]/.test(before)) return undefined;
  const prefix = prefixOf(before, nameAt(path, at));
  return path.startsWith(prefix + segment) ? prefix.length : undefined;
}

/** What a segment has for a name. */
function nameAt(path: string, at: number): string {
  const [name = ''] = path.slice(at + segment.length).split(/[/?#]/, 1);
  return name;
}

/** By a loop, which leaves at the name: every request comes by here. */
function worldInHeader(headers: Readonly<Record<string, string>>): string | undefined {
  for (const name in headers) {
    if (name.length === worldHeader.length && name.toLowerCase() === worldHeader) return headers[name];
  }
  return undefined;
}

/** `.` and `..` would be steps of a path. */
const wellFormed = /^(?!\.{1,2}$)[\w.-]{1,128}$/;

export function isWellFormed(name: string): boolean {
  return wellFormed.test(name);
}

/** @throws {WorldError} for a name of another form. */
export function checkedName(name: string): string {
  if (isWellFormed(name)) return name;
  throw new WorldError(
    'malformed',
    'A world has a name of 1 to 128 characters of A-Z, a-z, 0-9, ".", "_" and "-", other than "." and "..".',
  );
}

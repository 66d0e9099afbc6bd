/** The world that a request is for, and the request as that world receives it. */
import { WorldError } from '../errors.ts';
import { headerOf, type WireRequest } from '../http/message.ts';

/** The header that names a world if the path does not. */
const worldHeader = 'x-mock-services-world';

/** The world of a request that names no world. */
const defaultWorld = 'default';

/** The part of a path that precedes the name of a world. */
export const worldSegment = '/worlds/';

/** A request for a world, without the name of the world in its path. */
export interface WorldRequest {
  readonly name: string;
  readonly request: WireRequest;
}

/**
 * @param prefix - The path of the base URL. The name of a world may precede it or follow it.
 * @throws {WorldError} if the name is malformed.
 */
export function worldRequest(request: WireRequest, prefix: string): WorldRequest {
  const { path, headers } = request;
  const inHeader = headerOf({ ...headers }, worldHeader);
  const at = segmentIn(path, prefix);
  if (at === undefined) return { name: checkedName(inHeader ?? defaultWorld), request };
  const start = at + worldSegment.length;
  const [given = ''] = path.slice(start).split(/[/?#]/, 1);
  const name = checkedName(given);
  const rest = path.slice(start + name.length);
  const own = path.slice(0, at) + (rest.startsWith('/') ? rest : `/${rest}`);
  const problem =
    inHeader === undefined || inHeader === name
      ? undefined
      : `The path names the world ${name}, and the header ${worldHeader} another: the path counts.`;
  const { method, body } = request;
  return { name, request: { method, path: own, headers, body, problem } };
}

/** The index of the segment that names a world. */
function segmentIn(path: string, prefix: string): number | undefined {
  if (path.startsWith(worldSegment)) return 0;
  return path.startsWith(prefix + worldSegment) ? prefix.length : undefined;
}

/** @throws {WorldError} for a malformed name. `.` and `..` are malformed because they are steps of a path. */
export function checkedName(name: string): string {
  if (/^(?!\.{1,2}$)[\w.-]{1,128}$/.test(name)) return name;
  throw new WorldError(
    'malformed',
    'A world has a name of 1 to 128 characters of A-Z, a-z, 0-9, ".", "_" and "-", other than "." and "..".',
  );
}

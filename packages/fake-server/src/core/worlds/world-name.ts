import { FakeServerError } from '../errors.ts';
import { lowerCased, type WireRequest } from '../http/message.ts';

/** The name in the path takes precedence over the header. */
const worldHeader = 'x-mock-services-world';

export const defaultWorld = 'default';

export const worldSegment = '/worlds/';

/** @param prefix - Path of the base URL. The world name may come before or after this path. */
export function worldRequest(
  request: WireRequest,
  prefix: string,
): { readonly name: string; readonly request: WireRequest } {
  const { path, headers } = request;
  const inHeader = lowerCased({ ...headers })[worldHeader];
  const at = segmentIn(path, prefix);
  if (at === undefined) return { name: checkedName(inHeader ?? defaultWorld), request };
  const start = at + worldSegment.length;
  const [given = ''] = path.slice(start).split(/[/?#]/, 1);
  const name = checkedName(given);
  const rest = path.slice(start + name.length);
  const own = path.slice(0, at) + (rest.startsWith('/') ? rest : `/${rest}`);
  const [sentPath = ''] = path.split(/[?#]/, 1);
  return { name, request: { ...request, path: own, sentPath } };
}

function segmentIn(path: string, prefix: string): number | undefined {
  if (path.startsWith(worldSegment)) return 0;
  return path.startsWith(prefix + worldSegment) ? prefix.length : undefined;
}

/**
 * Rejects `.` and `..`, because URL parsers resolve such segments of a path. Rejects `undefined`, because a variable
 * that is not set would become the name `undefined`.
 */
export function checkedName(name: string | undefined): string {
  if (typeof name === 'string' && /^(?!\.{1,2}$)[\w.-]{1,128}$/.test(name)) return name;
  throw new FakeServerError(
    'world-name',
    'The name of a world must have 1 to 128 characters of A-Z, a-z, 0-9, ".", "_" and "-", and must not be "." or "..".',
  );
}

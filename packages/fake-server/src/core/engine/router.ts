import type { Endpoint } from '@mock-services/sdk/contract';
import { lowerCased, type ReceivedRequest, type WireRequest } from '../http/message.ts';
import { Problem } from '../http/problem.ts';
import { nearestRoute, relatedRoute, singular } from './nearest-route.ts';
import { isAt, isParameter, parametersAt, routes, type Route } from './routes.ts';

/** Converts header names to lower case, and checks the request, because JavaScript callers may pass any value. */
export function readRequest({
  method,
  path,
  headers = {},
  body = '',
  origin,
  sentPath,
}: WireRequest): Omit<ReceivedRequest, 'operation' | 'params'> {
  const texts: unknown[] = [method, path, body, ...Object.values(headers)];
  if (texts.every((text) => typeof text === 'string'))
    return { method, path, headers: lowerCased(headers), body, origin, sentPath };
  throw new TypeError(
    'The request is invalid. `method` and `path` must be strings. `body` (a string) and `headers` (an object of strings) are optional.',
  );
}

function segmentsOf(path: string): string[] | undefined {
  const segments = path.slice(1).split('/');
  if (!path.includes('%')) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

export interface Match extends Route {
  readonly params: Readonly<Record<string, string>>;
}

export function findRoute(
  { method, path }: Pick<WireRequest, 'method' | 'path'>,
  prefix: string,
): Match | Problem {
  const end = path.search(/[?#]/);
  const pathname = end < 0 ? path : path.slice(0, end);
  const isInside = pathname.startsWith(`${prefix}/`);
  const inner = isInside ? pathname.slice(prefix.length) : pathname;
  if (isAdmin(inner)) return adminIsOff;
  if (!isInside) {
    const detail = `Every path of this server begins with ${prefix}/, the path of its base URL. Check the base URL of the client.`;
    return new Problem(404, detail);
  }
  const segments = segmentsOf(inner);
  if (segments === undefined) {
    return new Problem(404, 'No endpoint has this path: its percent-encoding is malformed.');
  }
  const verb = method === 'HEAD' ? 'GET' : method;
  const route = routes.find((route) => route.endpoint.method === verb && isAt(route, segments));
  if (route !== undefined) return { ...route, params: parametersAt(route, segments) };
  const here = routes.filter((route) => isAt(route, segments));
  if (here.length === 0) return unknownPath(verb, segments, prefix);
  return methodNotAllowed(verb, here, segments, prefix);
}

const beginnings = /*@__PURE__*/ [...new Set(routes.map(({ template }) => template[0]))];

function unknownPath(method: string, segments: readonly string[], prefix: string): Problem {
  const slash = segments.length > 1 && segments.at(-1) === '' ? ' It ends with a slash.' : '';
  const nearest = nearestRoute(method, segments);
  const didYouMean = nearest && nameOf(nearest.endpoint, prefix);
  const advice =
    didYouMean === undefined
      ? ` Every path begins with ${beginnings.map((part) => `${prefix}/${part}/`).join(' or ')}.`
      : ` Did you mean ${didYouMean}?`;
  const detail = `No endpoint has this path.${slash}${advice}${hintFor(segments, prefix)}`;
  return new Problem(404, detail, didYouMean === undefined ? {} : { didYouMean: [didYouMean] });
}

function isAdmin(path: string): boolean {
  return /^\/__fake(?:\/|$)/.test(path);
}

/** The journal does not report a request for admin endpoints as a problem, because clients may probe for them. */
const adminIsOff = new Problem(
  404,
  'The admin endpoints are off. Start the program with `--admin`, or pass `admin: true` to `serve` or `createHandler`.',
  { breaksContract: false },
);

function hintFor(segments: readonly string[], prefix: string): string {
  const lengths = routes.map(({ template }) => template.length).filter((length) => length < segments.length);
  const hasMore = lengths.some((length) => routes.some((route) => isAt(route, segments.slice(-length))));
  if (!hasMore) return '';
  return ` The path of the server's base URL is ${prefix || '/'}. Check the base URL of the client.`;
}

function methodNotAllowed(
  method: string,
  here: readonly Route[],
  segments: readonly string[],
  prefix: string,
): Problem {
  const allow = here.map(({ endpoint }) => endpoint.method).join(', ');
  const related = relatedRoute(method, segments);
  const didYouMean = related && nameOf(related.endpoint, prefix);
  const explanation = related === undefined ? '' : ` ${explain(related, segments, prefix)}`;
  return new Problem(405, `This path allows ${allow}.${explanation}`, {
    ...(didYouMean !== undefined && { didYouMean: [didYouMean] }),
    headers: { allow },
  });
}

/** Returns, for example, "To list the workspaces, use GET /configuration/workspaces, whose path has the plural segment." */
function explain({ endpoint, template }: Route, segments: readonly string[], prefix: string): string {
  const [purpose = ''] = endpoint.summary.split(/\.(?: |$)/);
  const changed = template.find((part, i) => part !== segments[i] && !isParameter(part)) ?? '';
  const number = changed.endsWith('s') ? 'plural' : 'singular';
  const isOther = segments.some((segment) => segment !== changed && singular(segment) === singular(changed));
  const note = isOther ? `, whose path has the ${number} segment` : '';
  return `To ${purpose.charAt(0).toLowerCase()}${purpose.slice(1)}, use ${nameOf(endpoint, prefix)}${note}.`;
}

function nameOf({ method, path }: Endpoint, prefix: string): string {
  return `${method} ${prefix}${path}`;
}

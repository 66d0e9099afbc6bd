/** Finds the endpoint for a request, or explains why no endpoint matches. */
import {
  endpoints,
  operationIds,
  parametersOf,
  type Endpoint,
  type OperationId,
} from '@mock-services/sdk/contract';
import leven from 'leven';
import type { WireRequest } from '../http/message.ts';
import { Problem } from '../http/problem.ts';

/** An endpoint, and the segments of its path template. */
interface Route {
  readonly id: OperationId;
  readonly endpoint: Endpoint;
  /** Segments of the path template. A segment that starts with a colon is a parameter. */
  readonly template: readonly string[];
}

const routes: readonly Route[] = /*@__PURE__*/ operationIds.map((id) => ({
  id,
  endpoint: endpoints[id],
  template: endpoints[id].path.slice(1).split('/'),
}));

/** Whether a path matches the path template of a route, regardless of the method. */
function isAt({ template }: Route, segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, i) => (isParameter(part) ? segments[i] !== '' : segments[i] === part))
  );
}

/** Returns the path parameters by name. */
function parametersAt({ template }: Route, segments: readonly string[]): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [i, part] of template.entries()) {
    if (isParameter(part)) parameters[part.slice(1)] = segments[i] ?? '';
  }
  return parameters;
}

function isParameter(part: string): boolean {
  return part.startsWith(':');
}

/** Returns the decoded segments of a path, or `undefined` if the percent-encoding is malformed. */
function segmentsOf(path: string): string[] | undefined {
  const segments = path.slice(1).split('/');
  if (!path.includes('%')) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** The endpoint that matches a request, and the values of the path parameters. */
export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** @param prefix - Path of the base URL, which precedes every endpoint path. */
export function findRoute({ method, path }: WireRequest, prefix: string): Match | Problem {
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
  if (route !== undefined) return { route, params: parametersAt(route, segments) };
  const here = routes.filter((route) => isAt(route, segments));
  if (here.length === 0) return unknownPath(method, segments, prefix);
  return methodNotAllowed(method, here, segments, prefix);
}

function unknownPath(method: string, segments: readonly string[], prefix: string): Problem {
  const didYouMean = closestRoutes(routes, method, segments).map(({ endpoint }) => nameOf(endpoint, prefix));
  const slash = segments.length > 1 && segments.at(-1) === '' ? ' It ends with a slash.' : '';
  const meant = ` Did you mean ${didYouMean.join(' or ')}?`;
  const detail = `No endpoint has this path.${slash}${meant}${hintFor(segments, prefix)}`;
  return new Problem(404, detail, { didYouMean });
}

function isAdmin(path: string): boolean {
  return /^\/__fake(?:\/|$)/.test(path);
}

/**
 * A request that checks whether the server has admin endpoints is not a mistake, so the journal does not report the
 * request as a problem.
 */
const adminIsOff = new Problem(
  404,
  'The admin endpoints are off. Start the program with `--admin`, or pass `admin: true` to `serve` or `createHandler`.',
  { breaksContract: false },
);

/** Returns a hint if the path consists of another base path and the path of an endpoint. */
function hintFor(segments: readonly string[], prefix: string): string {
  const lengths = routes.map(({ template }) => template.length).filter((length) => length < segments.length);
  const hasMore = lengths.some((length) => routes.some((route) => isAt(route, segments.slice(-length))));
  if (!hasMore) return '';
  return ` The path of the server's base URL is ${prefix || '/'}. Check the base URL of the client.`;
}

/** @param here - The endpoints with the requested path, none of which supports the requested method. */
function methodNotAllowed(
  method: string,
  here: readonly Route[],
  segments: readonly string[],
  prefix: string,
): Problem {
  const allow = here.map(({ endpoint }) => endpoint.method).join(', ');
  const elsewhere = closestRoutes(sameMethodElsewhere(method, here), method, segments);
  const hints = elsewhere.map(({ endpoint }) => ` There is ${nameOf(endpoint, prefix)}: ${endpoint.summary}`);
  const didYouMean = elsewhere.map(({ endpoint }) => nameOf(endpoint, prefix));
  return new Problem(405, `This path allows ${allow}.${hints.join('')}`, {
    ...(didYouMean.length > 0 && { didYouMean }),
    headers: { allow },
  });
}

/**
 * Returns similar endpoints with the requested method. A similar endpoint has the same parameters, or addresses an
 * item of the collection at the requested path.
 */
function sameMethodElsewhere(method: string, here: readonly Route[]): Route[] {
  return routes.filter(
    ({ endpoint: { method: theirs, path } }) =>
      theirs === method &&
      here.some(
        ({ endpoint }) =>
          path.startsWith(`${endpoint.path}/`) ||
          String(parametersOf(path)) === String(parametersOf(endpoint.path)),
      ),
  );
}

function nameOf({ method, path }: Endpoint, prefix: string): string {
  return `${method} ${prefix}${path}`;
}

// Penalties for a route whose method or number of parameters differs from the request. Each edit of the path has a
// penalty of 1.
const otherMethod = 6;
const otherParameters = 3;

/** Returns up to three routes that are most similar to a method and a path. The most similar route comes first. */
function closestRoutes(routes: readonly Route[], method: string, segments: readonly string[]): Route[] {
  // Compare at most eight segments, because comparing a very long path takes time. No endpoint has more than eight
  // segments.
  const path = segments
    .filter((segment) => segment !== '')
    .slice(0, 8)
    .map(normalized);
  const ranked = routes
    .map((route) => ({ route, edits: editsTo(route, method, path) }))
    .sort((a, b) => a.edits - b.edits);
  const limit = (ranked[0]?.edits ?? 0) * 1.3 + 4;
  return ranked
    .filter(({ edits }) => edits <= limit)
    .slice(0, 3)
    .map(({ route }) => route);
}

function editsTo({ template, endpoint }: Route, method: string, path: readonly string[]): number {
  const other = template.map(normalized);
  return (
    leven(path.join('/'), other.join('/')) +
    (endpoint.method === method ? 0 : otherMethod) +
    Math.abs(parametersIn(other) - parametersIn(path)) * otherParameters
  );
}

/**
 * Converts a path segment to lower case, so that paths can be compared. Replaces the segment with `:` if it is a
 * parameter or contains a digit, because most parameter values contain digits.
 */
function normalized(segment: string): string {
  return isParameter(segment) || /\d/.test(segment) ? ':' : segment.slice(0, 48).toLowerCase();
}

function parametersIn(segments: readonly string[]): number {
  return segments.filter(isParameter).length;
}

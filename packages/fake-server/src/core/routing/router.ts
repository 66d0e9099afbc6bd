import { malformedPath, methodNotAllowed, outsidePrefix, unknownPath } from './explain.ts';
import type { WireRequest } from '../http/message.ts';
import type { Problem } from '../http/problem.ts';
import { isAt, parametersAt, routes, segmentsOf, type Route } from './routes.ts';

/** The endpoint that a request is for, with the values of its path parameters. */
export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the endpoint of a request whose paths begin with `prefix`, or says why there is none. */
export function findRoute({ method, path }: WireRequest, prefix: string): Match | Problem {
  const end = path.search(/[?#]/);
  const pathname = end < 0 ? path : path.slice(0, end);
  if (!pathname.startsWith(`${prefix}/`)) return outsidePrefix(prefix);
  const segments = segmentsOf(pathname.slice(prefix.length));
  if (segments === undefined) return malformedPath();
  const route = routes.find((route) => route.endpoint.method === method && isAt(route, segments));
  if (route !== undefined) return { route, params: parametersAt(route, segments) };
  const here = routes.filter((route) => isAt(route, segments));
  if (here.length === 0) return unknownPath(method, segments, prefix);
  return methodNotAllowed(method, here, segments, prefix);
}

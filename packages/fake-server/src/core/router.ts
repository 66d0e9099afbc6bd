import { malformedPath, methodNotAllowed, outsidePrefix, unknownPath } from './explain.ts';
import type { WireRequest } from './message.ts';
import type { Problem } from './problem.ts';
import { parametersAt, routesAt, segmentsOf, type Route } from './routes.ts';

/** The endpoint that a request is for, with the values of its path parameters. */
export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the endpoint of a request whose paths begin with `prefix`, or says why there is none. */
export function findRoute({ method, path }: WireRequest, prefix: string): Match | Problem {
  const [pathname = ''] = path.split(/[?#]/, 1);
  if (!pathname.startsWith(`${prefix}/`)) return outsidePrefix(prefix);
  const segments = segmentsOf(pathname.slice(prefix.length));
  if (segments === undefined) return malformedPath();
  const here = routesAt(segments);
  if (here.length === 0) return unknownPath(method, segments, prefix);
  const route = here.find(({ endpoint }) => endpoint.method === method);
  if (route === undefined) return methodNotAllowed(method, here, segments, prefix);
  return { route, params: parametersAt(route, segments) };
}

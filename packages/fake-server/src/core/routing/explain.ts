/** Words why a request has no endpoint, and which one it may have meant. */
import { parametersOf, type Endpoint } from '@mock-services/sdk/contract';
import { nearestRoutes } from './nearest.ts';
import { Problem } from '../http/problem.ts';
import { routes, type Route } from './routes.ts';

/** 404: the path does not begin with the prefix of the base URL. */
export function outsidePrefix(prefix: string): Problem {
  return new Problem(404, `Every path of this server begins with ${prefix}/, as its base URL does.`);
}

/** 404: the percent-encoding of the path cannot be undone. */
export function malformedPath(): Problem {
  return new Problem(404, 'No endpoint has this path: its percent-encoding is malformed.');
}

/** 404: no endpoint has this path. */
export function unknownPath(method: string, segments: readonly string[], prefix: string): Problem {
  const didYouMean = nearestRoutes(routes, method, segments).map(({ endpoint }) => nameOf(endpoint, prefix));
  const slash = segments.at(-1) === '' ? ' It ends with a slash.' : '';
  const detail = `No endpoint has this path.${slash} Did you mean ${didYouMean.join(' or ')}?`;
  return new Problem(404, detail, { didYouMean });
}

/** 405: the path belongs to the endpoints `here`, none of which has the method. */
export function methodNotAllowed(
  method: string,
  here: readonly Route[],
  segments: readonly string[],
  prefix: string,
): Problem {
  const allow = here.map(({ endpoint }) => endpoint.method).join(', ');
  const elsewhere = nearestRoutes(sameMethodElsewhere(method, here), method, segments);
  const hints = elsewhere.map(({ endpoint }) => ` There is ${nameOf(endpoint, prefix)}: ${endpoint.summary}`);
  const didYouMean = elsewhere.map(({ endpoint }) => nameOf(endpoint, prefix));
  const more = didYouMean.length > 0 ? { didYouMean } : {};
  return new Problem(405, `This path takes ${allow}.${hints.join('')}`, more, { allow });
}

/** Endpoints that serve the method for the same parameters, or for an item of the collection that is here. */
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

import { nearestName } from '@mock-services/sdk/seed';
import { isParameter, routes, type Route } from './routes.ts';

/** Returns the endpoint that differs least from a request in method and path, or `undefined` if no endpoint is similar. */
export function nearestRoute(method: string, segments: readonly string[]): Route | undefined {
  if (segments.every((part) => part === '')) return undefined;
  const names = new Map(routes.map((route) => [nameOf(route.endpoint.method, route.template), route]));
  return names.get(nearestName(nameOf(method, segments), [...names.keys()]) ?? '');
}

/** Returns the endpoint with the same method whose path differs only in plural forms and identifiers. */
export function relatedRoute(method: string, segments: readonly string[]): Route | undefined {
  const related = routes.filter(
    ({ endpoint, template }) => endpoint.method === method && wordsOf(template) === wordsOf(segments),
  );
  return related.find(({ template }) => template.length === segments.length) ?? related[0];
}

/** A segment with a digit is probably an identifier. */
function isVariable(part: string): boolean {
  return isParameter(part) || /\d/.test(part);
}

function nameOf(method: string, segments: readonly string[]): string {
  return `${method} /${segments.map((part) => (isVariable(part) ? ':' : part)).join('/')}`;
}

function wordsOf(segments: readonly string[]): string {
  return segments
    .filter((part) => !isVariable(part))
    .map(singular)
    .join('/');
}

export function singular(segment: string): string {
  return segment.replace(/s$/, '');
}

/** Finds the endpoints that a mistaken path most likely meant. */
import leven from 'leven';
import { isParameter, type Route } from './routes.ts';

// What differences count, in edits of a path.
const otherMethod = 6;
const otherParameters = 3;

/** The routes that are closest to a method and a path, best first, three at most. */
export function closestRoutes(
  routes: readonly Route[],
  method: string,
  segments: readonly string[],
): Route[] {
  // No endpoint is longer, and a hostile path must not take long to compare.
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

/** A segment in lower case, or `:` for a parameter and for what looks like the value of one, as it has a digit. */
function normalized(segment: string): string {
  return isParameter(segment) || /\d/.test(segment) ? ':' : segment.slice(0, 48).toLowerCase();
}

function parametersIn(segments: readonly string[]): number {
  return segments.filter(isParameter).length;
}

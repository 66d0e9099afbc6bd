/** Finds the endpoints that a mistaken path most likely meant. */
import { isParameter, type Route } from './routes.ts';

// What it costs to make one path into the other: a segment more or less, a method that the endpoint does not
// have, and next to nothing for a parameter or an empty segment.
const segment = 1;
const otherMethod = 0.25;
const parameter = 0.2;
const empty = 0.1;

/** Endpoints that are this much worse than the best are named too. */
const tolerance = 0.2;

/** Those of the routes that are nearest to a method and a path, best first, three at most. */
export function nearestRoutes(
  routes: readonly Route[],
  method: string,
  segments: readonly string[],
): Route[] {
  // No endpoint is that long, and comparing has to end soon whatever was sent.
  const words = segments.slice(0, 8).map((word) => word.slice(0, 48).toLowerCase());
  const ranked = routes
    .map((route) => ({ route, cost: costOf(route, method, words) }))
    .toSorted((a, b) => a.cost - b.cost);
  const limit = (ranked[0]?.cost ?? 0) + tolerance;
  return ranked
    .filter(({ cost }) => cost <= limit)
    .map(({ route }) => route)
    .slice(0, 3);
}

function costOf({ endpoint, template }: Route, method: string, words: readonly string[]): number {
  return editDistance(template, words, alone, likeness) + (endpoint.method === method ? 0 : otherMethod);
}

function alone(part: string): number {
  if (part === '') return empty;
  return isParameter(part) ? parameter : segment;
}

/** 0 for the same segment up to 1 for one that has nothing in common with it. */
function likeness(part: string, word: string): number {
  if (isParameter(part)) return word === '' ? segment : 0;
  const edits = editDistance(
    Array.from(part),
    Array.from(word),
    () => 1,
    (a, b) => (a === b ? 0 : 1),
  );
  return edits / Math.max(part.length, word.length);
}

/** The least cost of turning one sequence into the other (Levenshtein), row by row. */
function editDistance(
  from: readonly string[],
  to: readonly string[],
  alone: (item: string) => number,
  swapped: (a: string, b: string) => number,
): number {
  let row = [0];
  for (const item of to) row.push((row.at(-1) ?? 0) + alone(item));
  for (const a of from) {
    const next = [(row[0] ?? 0) + alone(a)];
    for (const [i, b] of to.entries()) {
      const [left = 0, diagonal = 0, above = 0] = [next[i], row[i], row[i + 1]];
      next.push(Math.min(left + alone(b), above + alone(a), diagonal + swapped(a, b)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

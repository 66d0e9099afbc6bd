/** Finds the endpoint that a request to a wrong path probably means. */
import {
  editDistance,
  endpoints,
  operationIds,
  type Endpoint,
  type OperationId,
} from '@mock-services/sdk/contract';

export interface Route {
  readonly id: OperationId;
  readonly endpoint: Endpoint;
  /** A segment that starts with a colon is a parameter. */
  readonly template: readonly string[];
}

export const routes: readonly Route[] = /*@__PURE__*/ operationIds.map((id) => ({
  id,
  endpoint: endpoints[id],
  template: endpoints[id].path.slice(1).split('/'),
}));

export function isParameter(part: string): boolean {
  return part.startsWith(':');
}

/** Costs of the differences between a path and an endpoint. A misspelled segment costs the share of its characters that differ. */
const costs = {
  emptySegment: 0.1,
  emptyParameter: 0.15,
  word: 0.3,
  added: 0.3,
  method: 0.3,
  missing: 0.5,
  other: 1,
};

/** An endpoint whose differences cost more is not near. */
const maxCost = 0.75;

/** The share of characters that may differ in a misspelled segment. */
const maxMisspelled = 0.4;

/** A longer path is near no endpoint, because each added segment has a cost. */
const maxSegments = 12;

/** @returns the candidate that differs least from the request, or `undefined` if none is near. */
export function nearestRoute(
  method: string,
  segments: readonly string[],
  candidates: readonly Route[] = routes,
): Route | undefined {
  if (segments.length > maxSegments) return undefined;
  const [nearest] = candidates
    .map((route) => ({
      route,
      cost: differences(segments, route.template) + (route.endpoint.method === method ? 0 : costs.method),
    }))
    .filter(({ cost }) => cost <= maxCost)
    .sort((one, other) => one.cost - other.cost);
  return nearest?.route;
}

/** Edit distance, with segments in place of characters. */
function differences(segments: readonly string[], template: readonly string[]): number {
  let costsOfStart = [0];
  while (costsOfStart.length <= template.length) costsOfStart.push(costsOfStart.length * costs.missing);
  for (const segment of segments) {
    const added = segment === '' ? costs.emptySegment : costs.added;
    const next = [(costsOfStart[0] ?? 0) + added];
    for (const [i, part] of template.entries()) {
      next.push(
        Math.min(
          (costsOfStart[i] ?? 0) + difference(segment, part),
          (costsOfStart[i + 1] ?? 0) + added,
          (next[i] ?? 0) + costs.missing,
        ),
      );
    }
    costsOfStart = next;
  }
  return costsOfStart.at(-1) ?? 0;
}

function difference(segment: string, part: string): number {
  if (isParameter(part)) return parameterCost(segment);
  if (segment.length > 2 * part.length) return costs.other;
  const share = editDistance(segment.toLowerCase(), part) / Math.max(segment.length, part.length);
  return share <= maxMisspelled ? share : costs.other;
}

/** A segment without a digit is probably not an identifier. */
function parameterCost(segment: string): number {
  if (segment === '') return costs.emptyParameter;
  return /\d/.test(segment) ? 0 : costs.word;
}

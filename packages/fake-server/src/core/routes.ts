/** The endpoint table as routes: which operation a method and a path stand for. */
import { endpoints, operationIds, type Endpoint, type OperationId } from '@mock-services/sdk/contract';

/** One row of the endpoint table, its path cut into segments. */
export interface Route {
  readonly id: OperationId;
  readonly endpoint: Endpoint;
  /** Segments of the path template; a parameter keeps its colon. */
  readonly template: readonly string[];
}

export const routes: readonly Route[] = /*@__PURE__*/ operationIds.map((id) => ({
  id,
  endpoint: endpoints[id],
  template: endpoints[id].path.slice(1).split('/'),
}));

/** The routes that have a path, whatever their method. */
export function routesAt(segments: readonly string[]): Route[] {
  return routes.filter(
    ({ template }) =>
      template.length === segments.length &&
      template.every((part, i) => (isParameter(part) ? segments[i] !== '' : segments[i] === part)),
  );
}

/** The values of a route's path parameters, by name. */
export function parametersAt({ template }: Route, segments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    template.flatMap((part, i) => (isParameter(part) ? [[part.slice(1), segments[i] ?? '']] : [])),
  );
}

export function isParameter(part: string): boolean {
  return part.startsWith(':');
}

/** The decoded segments of a path without its query; `undefined` when its percent-encoding is malformed. */
export function segmentsOf(path: string): string[] | undefined {
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

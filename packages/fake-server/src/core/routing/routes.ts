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

/** Whether a route has a path, whatever its method. */
export function isAt({ template }: Route, segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, i) => (isParameter(part) ? segments[i] !== '' : segments[i] === part))
  );
}

/** The values of a route's path parameters, by name. */
export function parametersAt({ template }: Route, segments: readonly string[]): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [i, part] of template.entries()) {
    if (isParameter(part)) parameters[part.slice(1)] = segments[i] ?? '';
  }
  return parameters;
}

export function isParameter(part: string): boolean {
  return part.startsWith(':');
}

/** The decoded segments of a path without its query; `undefined` when its percent-encoding is malformed. */
export function segmentsOf(path: string): string[] | undefined {
  const segments = path.slice(1).split('/');
  if (!path.includes('%')) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

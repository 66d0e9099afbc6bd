import { endpoints, operationIds, type Endpoint, type OperationId } from '@mock-services/sdk/contract';

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

export function isAt({ template }: Route, segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, i) => (isParameter(part) ? segments[i] !== '' : segments[i] === part))
  );
}

export function parametersAt({ template }: Route, segments: readonly string[]): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [i, part] of template.entries()) {
    if (isParameter(part)) parameters[part.slice(1)] = segments[i] ?? '';
  }
  return parameters;
}

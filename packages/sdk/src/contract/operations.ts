/**
 * The nine operations of the interface (§4). Only this file defines their methods and paths. `endpoints.ts` adds zod
 * schemas, which the client does not import.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Operation {
  readonly method: Method;
  /** Relative to the base URL, such as `/a/:id`. Parameters begin with a colon. */
  readonly path: string;
  /** Key under which the request body is nested. */
  readonly bodyKey?: 'data';
  /** Key under which the resource is nested in the response body. */
  readonly resultKey?: 'data';
}

/** In the order of the interface's endpoint table (§4). */
export const operationIds = [
  'listActivity',
  'clearActivity',
  'listMockServices',
  'getMockService',
  'createMockService',
  'updateMockService',
  'deleteMockService',
  'listWorkspaces',
  'getWorkspaceConfiguration',
] as const;

export type OperationId = (typeof operationIds)[number];

const collection = '/configuration/mock-services';
const single = '/configuration/mock-service';
const activity = '/workspace/:workspaceId/activity';

export const operations = {
  listActivity: { method: 'GET', path: activity, resultKey: 'data' },
  clearActivity: { method: 'DELETE', path: activity },
  listMockServices: { method: 'GET', path: collection, resultKey: 'data' },
  getMockService: { method: 'GET', path: `${single}/:mockServiceId`, resultKey: 'data' },
  createMockService: { method: 'POST', path: single },
  updateMockService: {
    method: 'PUT',
    path: `${single}/:mockServiceId`,
    bodyKey: 'data',
    resultKey: 'data',
  },
  // Deleting uses the plural segment, whereas reading and updating use the singular one (§4).
  deleteMockService: { method: 'DELETE', path: `${collection}/:mockServiceId` },
  listWorkspaces: { method: 'GET', path: '/configuration/workspaces', resultKey: 'data' },
  getWorkspaceConfiguration: {
    method: 'GET',
    path: '/configuration/workspace/:workspaceId',
    resultKey: 'data',
  },
} as const satisfies Record<OperationId, Operation>;

export type PathParameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameter<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export function parametersOf(template: string): string[] {
  return Array.from(template.matchAll(/:(\w+)/g), ([, name]) => name ?? '');
}

/**
 * Replaces the parameters in a path template with percent-encoded values.
 * @throws TypeError if a parameter is missing, empty or a dot segment.
 */
export function expandPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`${template}: the parameter ${name} is missing, empty or a dot segment.`);
    }
    return encodeURIComponent(value);
  });
}

/**
 * The nine operations of interface §4 as they are sent. This table is the only place that knows a method or a path. It
 * imports no schema, so that the client can use it without zod. `endpoints.ts` adds the schemas.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Method, path and envelopes of an operation. */
export interface Operation {
  readonly method: Method;
  /** Path template relative to the base URL, such as `/a/:id`. Parameters begin with a colon. */
  readonly path: string;
  /** The key that the body is nested under, as sent. */
  readonly bodyKey?: 'data';
  /** The key that the resource is nested under, as received. */
  readonly resultKey?: 'data';
}

/** The ids of the nine operations, in the order of the interface's table (§4). */
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

/** The id of one of the nine operations. */
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
  // The path of a delete has the plural segment. The paths of a read and an update have the singular one.
  deleteMockService: { method: 'DELETE', path: `${collection}/:mockServiceId` },
  listWorkspaces: { method: 'GET', path: '/configuration/workspaces', resultKey: 'data' },
  getWorkspaceConfiguration: {
    method: 'GET',
    path: '/configuration/workspace/:workspaceId',
    resultKey: 'data',
  },
} as const satisfies Record<OperationId, Operation>;

/** The names of the parameters in a path template. */
export type PathParameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameter<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameter names of a template, in order. */
export function parametersOf(template: string): string[] {
  return Array.from(template.matchAll(/:(\w+)/g), ([, name]) => name ?? '');
}

/**
 * Fills in a template. Values are percent-encoded, so that a value cannot add or leave a path segment.
 *
 * @throws TypeError if a parameter is missing, empty or a dot segment.
 */
export function expandPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`${template}: the parameter ${name} is missing, empty or a dot segment`);
    }
    return encodeURIComponent(value);
  });
}

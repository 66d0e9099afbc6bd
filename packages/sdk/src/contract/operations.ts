import { operations } from './operations.gen.ts';

export { operations };

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Operation {
  readonly method: Method;
  /** Relative to the base URL, such as `/a/:id`. Parameters begin with a colon. */
  readonly path: string;
  /** Names of the parameters in the path, in their order. */
  readonly parameters: readonly string[];
  /** Key under which the request body is nested. */
  readonly bodyKey?: 'data';
  /** Key under which the resource is nested in the response body. */
  readonly resultKey?: 'data';
}

export type OperationId = keyof typeof operations;

/** In the order of the interface's endpoint table (§4). */
export const operationIds = /*@__PURE__*/ Object.keys(operations) as readonly OperationId[];

/**
 * Returns the path of an operation, in which the parameters are replaced by percent-encoded values.
 * @throws TypeError if a parameter is missing, empty or a dot segment.
 */
export function expandPath(operation: OperationId, params: Readonly<Record<string, string>>): string {
  const { path, parameters }: Operation = operations[operation];
  return parameters.reduce((expanded, name) => {
    const value = params[name];
    if (value === undefined || /^\.{0,2}$/.test(value))
      throw new TypeError(`${path}: the parameter ${name} is missing, empty or a dot segment.`);
    return expanded.replace(`:${name}`, encodeURIComponent(value));
  }, path);
}

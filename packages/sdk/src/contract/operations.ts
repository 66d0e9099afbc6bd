import { operations } from './operations.gen.ts';

export { operations };

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Operation {
  readonly method: Method;
  /** Path relative to the base URL, such as `/a/:id`. Parameters begin with a colon. */
  readonly path: string;
  /** Names of the path parameters, in their order. */
  readonly parameters: readonly string[];
  /** Key of the envelope around the request body. */
  readonly bodyKey?: 'data';
  /** Key of the envelope around the resource in the response body. */
  readonly resultKey?: 'data';
}

export type OperationId = keyof typeof operations;

/** Operation ids in the order of the interface's endpoint table (§4). */
export const operationIds = /*@__PURE__*/ Object.keys(operations) as readonly OperationId[];

/**
 * Returns the path of an operation with percent-encoded parameter values.
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

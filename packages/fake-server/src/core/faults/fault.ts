/** The types and schemas of faults. The checks and the JSON Schema are derived from the schemas. */
import { operationIds, pointerTo, typeName, type Issue, type OperationId } from '@mock-services/sdk/contract';
import * as z from 'zod/mini';
import { FaultError } from '../errors.ts';
import { integer, issueAt, issuesOf, operationId, textMap, wait, type Fields } from '../fields.ts';
import { jsonCopy } from '../json-copy.ts';
import type { ReceivedRequest } from '../journal/journal-entry.ts';
import { matcherProblem, type JournalFields } from '../journal/journal-matcher.ts';
import type { Duration } from '../time/duration.ts';

/** Fields that a request must match for a fault to apply, or a function that returns whether the fault applies. */
export type FaultMatcher =
  Omit<JournalFields, 'operation' | 'status'> | ((request: ReceivedRequest) => boolean);

/** The requests that a fault applies to, and at least one effect on their responses. */
export interface FaultOptions {
  /** One or more operations. For all operations, use `operation: operationIds`. */
  readonly operation: OperationId | readonly OperationId[];
  /**
   * Maximum number of requests that the fault is applied to.
   *
   * @default every request, until the fault is removed
   */
  readonly times?: number | undefined;
  /**
   * Number of matching requests to let through before the fault is applied.
   *
   * @default 0
   */
  readonly after?: number | undefined;
  /**
   * Limits the fault to matching requests: fields such as `params`, `headers`, `body` and `path`, as in `journal.find`, or a
   * function. If the function throws, the fault does not apply, and `list()` shows the error. A fault whose matcher has
   * functions or regular expressions is not stored and not part of snapshots.
   *
   * @default all requests for the operations
   */
  readonly match?: FaultMatcher | undefined;

  /**
   * Status of the response, from 200 to 599. Without a `body`, a status of 400 or above gets problem details, and any other
   * status gets an empty body.
   */
  readonly status?: number | undefined;
  /** Body of the response. A string is sent unchanged, any other value as JSON. Without a `status`, the success status is used. */
  readonly body?: unknown;
  /**
   * Headers to add to the response. They replace existing headers with the same name. Control characters and headers that the
   * server sets itself, such as `content-length` and `trailer`, are rejected.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Replaces the `content-type` of the response, but not the body. */
  readonly contentType?: string | undefined;
  /** Replaces the body with an HTML page, as a proxy might do. */
  readonly notJson?: boolean | undefined;
  /** Delay of the response: milliseconds, or a string such as `'2s'`. At most 2^31 - 1 ms. */
  readonly delay?: Duration | undefined;
  /** Never responds. */
  readonly hang?: boolean | undefined;
  /** Resets the connection without a response. */
  readonly reset?: boolean | undefined;
  /** Breaks the connection within the body: after half of the body, or after the given number of bytes. */
  readonly truncated?: boolean | number | undefined;
  /**
   * Whether the operation takes effect before its response is lost or replaced. A fault that has only `headers`,
   * `contentType`, `delay` or `truncated` never prevents the operation.
   *
   * @default false
   */
  readonly applied?: boolean | undefined;
}

/** A fault that was added, and how often it was applied. */
export interface Fault extends FaultOptions {
  /** Sequence number of the fault, starting at 1 after a reset. */
  readonly id: number;
  /** Number of requests that matched, including those that `after` let through. */
  readonly seen: number;
  /** Number of requests that the fault was applied to. */
  readonly used: number;
  /** The most recent error that the function `match` threw, as a string. */
  readonly error?: string | undefined;
}

const options = {
  operation: z.union([operationId, z.array(operationId).check(z.minLength(1))], {
    error: `one of ${operationIds.join(', ')}, or a list of them`,
  }),
  times: z.optional(z.union([integer(1), z.literal(Number.POSITIVE_INFINITY)], 'integer, 1 or more')),
  after: z.optional(integer(0)),
  match: z.optional(z.custom<FaultMatcher>(isMatcher, 'object of fields, or a function')),
  status: z.optional(integer(200, 599)),
  // An object was already copied as JSON.
  body: z.optional(z.custom(isJson, 'value that can be serialized as JSON')),
  headers: z.optional(textMap),
  contentType: z.optional(z.string()),
  notJson: z.optional(z.boolean()),
  delay: z.optional(wait),
  hang: z.optional(z.boolean()),
  reset: z.optional(z.boolean()),
  truncated: z.optional(z.union([z.boolean(), integer(0)], 'boolean or integer, 0 or more')),
  applied: z.optional(z.boolean()),
} satisfies Fields<FaultOptions>;

/** Schema of the argument of `faults.add`. */
export const faultOptionsSchema = z.strictObject(options);

/** Schema of a fault that was added. */
export const faultSchema = z.strictObject({
  ...options,
  id: integer(0),
  seen: integer(0),
  used: integer(0),
  error: z.optional(z.string()),
} satisfies Fields<Fault>);

/** A fault must have at least one of these fields. */
const effects = [
  'status',
  'body',
  'headers',
  'contentType',
  'notJson',
  'delay',
  'hang',
  'reset',
  'truncated',
] as const;

/** A fault may have at most one of these fields. */
const endings = ['hang', 'reset', 'truncated'] as const;

/**
 * Validates and copies a fault.
 *
 * @param schema - {@link faultOptionsSchema} for a new fault, or {@link faultSchema} for a fault that was saved.
 * @throws {FaultError} if the fault is invalid. The error lists up to 100 problems and counts the rest.
 */
export function readFault<Given extends FaultOptions>(
  given: Given,
  schema: typeof faultOptionsSchema | typeof faultSchema,
): Given {
  if (typeName(given) !== 'object') throw new FaultError(issuesOf(schema, given));
  const { fault, unreadable } = copied(given);
  const malformed = [...unreadable, ...issuesOf(schema, fault)];
  const issues =
    malformed.length > 0
      ? malformed
      : [...headerIssues(fault), ...effectIssues(fault), ...matcherIssues(fault)];
  if (issues.length > 0) throw new FaultError(issues);
  // JSON cannot represent Infinity, so a fault without a limit has no `times`.
  return fault.times === Number.POSITIVE_INFINITY ? { ...fault, times: undefined } : fault;
}

/** Copies each field that is an object. Other fields keep their values. */
function copied<Given extends FaultOptions>(given: Given): { fault: Given; unreadable: Issue[] } {
  const unreadable: Issue[] = [];
  const fields = Object.entries(given).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'object' || (name === 'match' && !isPlain(value))) return [name, value];
    const json = jsonCopy({ [name]: value });
    if ('copy' in json) return [name, json.copy[name]];
    unreadable.push(json.issue);
    return [name, undefined];
  });
  // The field names are the same. The caller validates the values.
  return { fault: Object.fromEntries(fields) as Given, unreadable };
}

function effectIssues(fault: FaultOptions): Issue[] {
  const has = (field: keyof FaultOptions): boolean => fault[field] !== undefined && fault[field] !== false;
  const several = endings.filter(has);
  return [
    ...(effects.some(has) ? [] : [issueAt('', `one of ${effects.join(', ')}`, 'none of them')]),
    ...(several.length > 1 ? [issueAt('', `one of ${endings.join(', ')}`, several.join(' and '))] : []),
  ];
}

/** Whether a fault can still be applied. */
export function isArmed({ used, times = Number.POSITIVE_INFINITY }: Pick<Fault, 'used' | 'times'>): boolean {
  return used < times;
}

/** Whether a matcher consists of plain data, without functions and regular expressions. */
export function isPlain(matcher: unknown): boolean {
  const parts = new Set<unknown>([matcher]);
  // The loop also visits the parts that it adds.
  for (const part of parts) {
    if (typeof part === 'function') return false;
    if (typeof part !== 'object' || part === null) continue;
    const prototype: unknown = Object.getPrototypeOf(part);
    if (!Array.isArray(part) && prototype !== Object.prototype && prototype !== null) return false;
    for (const inner of Object.values(part)) parts.add(inner);
  }
  return true;
}

function isMatcher(value: unknown): boolean {
  return typeof value === 'function' || typeName(value) === 'object';
}

/** Validates the matcher of a fault. */
function matcherIssues({ match }: FaultOptions): Issue[] {
  if (match === undefined) return [];
  const problem = matcherProblem(match);
  return problem === undefined ? [] : [issueAt('match', 'fields of a request, or a function', problem)];
}

function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return !['function', 'symbol', 'bigint'].includes(typeof value);
}

/** Headers of the connection and the body length, which each adapter sets itself. */
const reserved = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** A token (RFC 9110 §5.6.2). */
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

/** Header values that Node can send. `Headers` also accepts control characters. */
const sendable = /^[\t\x20-\x7e\x80-\xff]*$/;

interface GivenHeaders {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly contentType?: string | undefined;
}

/** Validates the headers and the content type of a fault. */
function headerIssues({ headers = {}, contentType = '' }: GivenHeaders): Issue[] {
  const issues = Object.entries(headers).flatMap(([name, value]) => {
    const problem = nameProblem(name) ?? valueProblem(value);
    const at = { path: `headers[${JSON.stringify(name)}]`, pointer: pointerTo('/headers', name) };
    return problem ? [{ ...at, ...problem }] : [];
  });
  const problem = valueProblem(contentType);
  return problem ? [...issues, issueAt('contentType', problem.expected, problem.received)] : issues;
}

type HeaderProblem = Pick<Issue, 'expected' | 'received'>;

function nameProblem(name: string): HeaderProblem | undefined {
  if (!headerName.test(name)) return { expected: 'a valid header name', received: 'an invalid name' };
  if (!reserved.has(name.toLowerCase())) return undefined;
  return {
    expected: 'a header that describes the response',
    received: 'a connection header, which the server sets itself',
  };
}

function valueProblem(value: string): HeaderProblem | undefined {
  if (sendable.test(value)) return undefined;
  return {
    expected: 'a header value of Latin-1 characters without control characters',
    received: 'a value with other characters',
  };
}

/** Faults: their types, and the schemas that checks and the JSON Schema follow from. */
import { operationIds, pointerTo, typeName, type Issue, type OperationId } from '@mock-services/sdk/contract';
import * as z from 'zod/mini';
import { FaultError } from '../errors.ts';
import { integer, issueAt, issuesOf, operationId, textMap, wait, type Fields } from '../fields.ts';
import { jsonCopy } from '../json-copy.ts';
import type { ReceivedRequest } from '../journal/journal-entry.ts';
import { matcherProblem, type JournalFields } from '../journal/journal-matcher.ts';
import type { Duration } from '../time/duration.ts';

/** The fields of a request that a fault compares, or a function that returns whether the fault applies. */
export type FaultMatcher =
  Omit<JournalFields, 'operation' | 'status'> | ((request: ReceivedRequest) => boolean);

/** A fault: the requests it applies to, and at least one change of their responses. */
export interface FaultOptions {
  /** The operation, or several; for all of them, `operation: operationIds`. */
  readonly operation: OperationId | readonly OperationId[];
  /** Number of requests the fault is applied to. Default: all, until it is removed. */
  readonly times?: number | undefined;
  /** Number of matching requests that pass before the fault is applied. Default 0. */
  readonly after?: number | undefined;
  /**
   * The requests of these operations that the fault applies to: their `params`, `headers`, `body`, `path` and so on, as
   * `journal.find` takes them, or a function. Default: all. If a function throws, the fault does not apply; `list()` has the
   * error. A matcher with functions or regular expressions is not part of snapshots and storages.
   */
  readonly match?: FaultMatcher | undefined;

  /**
   * Status of the response, 200 to 599, which replaces that of the operation. Without a `body`, an error has
   * problem details and any other response no body.
   */
  readonly status?: number | undefined;
  /** Body of the response: a string as it is, anything else as JSON. Without a `status`, that of a success. */
  readonly body?: unknown;
  /**
   * Headers of the response. They are added to its own headers, or replace them. Headers of the connection, such as `trailer`
   * or `content-length`, and control characters are rejected.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The `content-type` of the response; the body stays. */
  readonly contentType?: string | undefined;
  /** Replaces the body by an HTML page, as a proxy would. */
  readonly notJson?: boolean | undefined;
  /** Delay of the response: milliseconds, or a string such as `'2s'`; at most 2^31 - 1 ms. */
  readonly delay?: Duration | undefined;
  /** Never responds. */
  readonly hang?: boolean | undefined;
  /** Resets the connection. */
  readonly reset?: boolean | undefined;
  /** Breaks the connection in the middle of the body, or after a number of bytes of it. */
  readonly truncated?: boolean | number | undefined;
  /**
   * Whether the operation takes effect before its response is lost or replaced. Default false. With nothing but
   * `headers`, `contentType`, `delay` or `truncated` it always does.
   */
  readonly applied?: boolean | undefined;
}

/** A fault that was added, and how often it was applied. */
export interface Fault extends FaultOptions {
  /** Counts from 1 since the last reset. */
  readonly id: number;
  /** Number of requests that matched, including those that passed first. */
  readonly seen: number;
  /** Number of requests the fault was applied to. */
  readonly used: number;
  /** What the function `match` threw most recently. */
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
  // An object has been copied as JSON before.
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

/** A fault that is to be added. */
export const faultOptionsSchema = z.strictObject(options);

/** A fault that was added. */
export const faultSchema = z.strictObject({
  ...options,
  id: integer(0),
  seen: integer(0),
  used: integer(0),
  error: z.optional(z.string()),
} satisfies Fields<Fault>);

/** A fault has at least one of these. */
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

/** A fault has at most one of these. */
const endings = ['hang', 'reset', 'truncated'] as const;

/**
 * A copy of a fault.
 *
 * @param schema - {@link faultOptionsSchema} for a fault that is to be added, {@link faultSchema} for one that was.
 * @throws {FaultError} that lists up to 100 problems and counts the rest.
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
  // JSON has no Infinity: a fault without a limit has no `times`.
  return fault.times === Number.POSITIVE_INFINITY ? { ...fault, times: undefined } : fault;
}

/** Copies each field that is an object. Other fields are kept. */
function copied<Given extends FaultOptions>(given: Given): { fault: Given; unreadable: Issue[] } {
  const unreadable: Issue[] = [];
  const fields = Object.entries(given).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'object' || (name === 'match' && !isPlain(value))) return [name, value];
    const json = jsonCopy({ [name]: value });
    if ('copy' in json) return [name, json.copy[name]];
    unreadable.push(json.issue);
    return [name, undefined];
  });
  // The fields are those of what was given; whether they are right is checked next.
  return { fault: Object.fromEntries(fields) as Given, unreadable };
}

function effectIssues(fault: FaultOptions): Issue[] {
  const has = (field: keyof FaultOptions): boolean => fault[field] !== undefined && fault[field] !== false;
  const several = endings.filter(has);
  return [
    ...(effects.some(has) ? [] : [issueAt('', `one of ${effects.join(', ')}`, 'a fault without an effect')]),
    ...(several.length > 1 ? [issueAt('', `one of ${endings.join(', ')}`, several.join(' and '))] : []),
  ];
}

/** Whether a fault can be applied to another request. */
export function isArmed({ used, times = Number.POSITIVE_INFINITY }: Pick<Fault, 'used' | 'times'>): boolean {
  return used < times;
}

/** Whether a matcher consists of plain data, without functions and regular expressions. */
export function isPlain(matcher: unknown): boolean {
  const parts = new Set<unknown>([matcher]);
  // The loop reaches the parts that it adds.
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

/** What is wrong with the matcher of a fault. */
function matcherIssues({ match }: FaultOptions): Issue[] {
  if (match === undefined) return [];
  const problem = matcherProblem(match);
  return problem === undefined ? [] : [issueAt('match', 'fields of a request, or a function', problem)];
}

function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return !['function', 'symbol', 'bigint'].includes(typeof value);
}

/** Headers of the connection and of the body, which each adapter sets itself. */
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

/** Values that Node can send. `Headers` also accepts control characters. */
const sendable = /^[\t\x20-\x7e\x80-\xff]*$/;

interface GivenHeaders {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly contentType?: string | undefined;
}

/** What is wrong with the headers and the content type of a fault. */
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
  if (!headerName.test(name)) return { expected: 'name of a header', received: 'another name' };
  if (!reserved.has(name.toLowerCase())) return undefined;
  return {
    expected: 'header of the response itself',
    received: 'one of the connection, which the server sets',
  };
}

function valueProblem(value: string): HeaderProblem | undefined {
  if (sendable.test(value)) return undefined;
  return {
    expected: 'value that HTTP can carry',
    received: 'one with a control character or beyond Latin-1',
  };
}

import { issueAt, operationIds, typeName, type Issue, type OperationId } from '@mock-services/sdk/contract';
import { isHeaderValue } from '@mock-services/sdk/seed';
import * as z from 'zod/mini';
import { invalidError } from '../errors.ts';
import { integer, issuesOf, operationId, share, textMap, wait, type Fields } from '../checks/fields.ts';
import { isPlain, jsonCopy } from '../json.ts';
import { matcherIssues, type FaultMatcher } from './matcher.ts';
import type { Duration } from '../time/time.ts';

/** The requests to which a fault applies, and one or more effects on their responses. */
export interface FaultOptions {
  /** For all operations, use `operation: operationIds`. */
  readonly operation: OperationId | readonly OperationId[];
  /**
   * Maximum number of requests to which the fault is applied.
   * @default no limit
   */
  readonly times?: number | undefined;
  /**
   * Number of matching requests that pass before the fault applies.
   * @default 0
   */
  readonly after?: number | undefined;
  /**
   * Probability from 0 to 1 that the fault applies to a matching request. A skipped request is counted in `seen`, and
   * an earlier fault may apply to it. The choices depend on `randomSeed`, and do not change the generated identifiers.
   * @default 1
   */
  readonly probability?: number | undefined;
  /**
   * Limits the fault to matching requests: a function, or an object of fields as for `journal.find`. If the function
   * throws, the fault does not apply, and `list()` shows the error. A fault whose matcher contains a function, a
   * regular expression or an asymmetric matcher is neither stored nor included in snapshots.
   * @default every request for the operations
   */
  readonly match?: FaultMatcher | undefined;

  /**
   * Status from 200 to 599. Without a `body`, a response with status 400 or higher contains problem details, and any
   * other response is empty.
   */
  readonly status?: number | undefined;
  /**
   * A string is sent as it is, and any other value is sent as JSON. Without a `status`, the response has the
   * operation's success status.
   */
  readonly body?: unknown;
  /**
   * Headers to add or replace. Control characters and headers that the server sets itself, such as `content-length`
   * and `trailer`, are rejected.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Replaces the `content-type` header, but not the body. */
  readonly contentType?: string | undefined;
  /** Replaces the body with an HTML page, as a misconfigured proxy does. */
  readonly notJson?: boolean | undefined;
  /** Delay of the response, in milliseconds or as a string such as `'2s'`, up to 2^31 - 1 ms. */
  readonly delay?: Duration | undefined;
  /** Never sends a response. */
  readonly hang?: boolean | undefined;
  /** Resets the connection instead of responding. */
  readonly reset?: boolean | undefined;
  /** Breaks the connection after half of the body (`true`) or after the given number of bytes. */
  readonly truncated?: boolean | number | undefined;
  /**
   * Whether the operation takes effect although its response is lost or replaced. If the fault has only `headers`,
   * `contentType`, `delay` or `truncated`, the operation always takes effect.
   * @default false
   */
  readonly takesEffect?: boolean | undefined;
}

/** A fault that was added, with its id and the numbers of requests that it concerned. */
export interface Fault extends FaultOptions {
  /** Sequence number. Later faults never get the same number, not even after a reset. */
  readonly id: number;
  /**
   * Number of matching requests, including requests that `after` or `probability` skipped, but not requests to which a
   * later fault was applied.
   */
  readonly seen: number;
  /** Number of requests to which the fault was applied. */
  readonly used: number;
  /** The latest error that the `match` function threw. */
  readonly error?: string | undefined;
}

const options = {
  operation: z.union([operationId, z.array(operationId).check(z.minLength(1, 'a list with an operation'))], {
    error: `one of ${operationIds.join(', ')}, or a list of them`,
  }),
  times: z.optional(z.union([integer(1), z.literal(Number.POSITIVE_INFINITY)], 'integer, 1 or more')),
  after: z.optional(integer(0)),
  probability: z.optional(share),
  match: z.optional(z.custom<FaultMatcher>(isMatcher, 'object of fields, or a function')),
  status: z.optional(integer(200, 599)),
  // If the body is an object, this check receives a copy that was serialized as JSON.
  body: z.optional(z.custom(isJson, 'value that can be serialized as JSON')),
  headers: z.optional(textMap),
  contentType: z.optional(z.string()),
  notJson: z.optional(z.boolean()),
  delay: z.optional(wait),
  hang: z.optional(z.boolean()),
  reset: z.optional(z.boolean()),
  truncated: z.optional(z.union([z.boolean(), integer(0)], 'boolean or integer, 0 or more')),
  takesEffect: z.optional(z.boolean()),
} satisfies Fields<FaultOptions>;

export const faultOptionsSchema = z.strictObject(options);

export const faultSchema = z.strictObject({
  ...options,
  id: integer(1),
  seen: integer(0),
  used: integer(0),
  error: z.optional(z.string()),
} satisfies Fields<Fault>);

/** A fault needs at least one of these fields. */
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

/** A fault may have only one of these fields, because each of them cuts off or prevents the response. */
const endings = ['hang', 'reset', 'truncated'] as const;

/** @param schema - {@link faultOptionsSchema} for a new fault, or {@link faultSchema} for a saved fault. */
export function readFault<Given extends FaultOptions>(
  given: Given,
  schema: typeof faultOptionsSchema | typeof faultSchema,
): Given {
  if (typeName(given) !== 'object') throw invalidError('invalid-fault', 'The fault', issuesOf(schema, given));
  const { fault, unreadable } = copyFields(given);
  const malformed = [...unreadable, ...issuesOf(schema, fault, adviceOn)];
  const issues =
    malformed.length > 0
      ? malformed
      : [...headerIssues(fault), ...effectIssues(fault), ...matcherIssues(given.match)];
  if (issues.length > 0) throw invalidError('invalid-fault', 'The fault', issues);
  return fault.times === Number.POSITIVE_INFINITY ? { ...fault, times: undefined } : fault;
}

function adviceOn(field: string): string {
  const isOfMatch = ['method', 'path', 'params'].includes(field);
  return isOfMatch ? ` To select requests, use match: { ${field}: … }.` : '';
}

function copyFields<Given extends FaultOptions>(given: Given): { fault: Given; unreadable: Issue[] } {
  const unreadable: Issue[] = [];
  const fields = Object.entries(given).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'object' || (name === 'match' && !isPlain(value))) return [name, value];
    const json = jsonCopy(value, name);
    if ('copy' in json) return [name, json.copy];
    unreadable.push(json.issue);
    return [name, undefined];
  });
  // The cast is safe, because the copy has the same field names and the caller validates the values.
  return { fault: Object.fromEntries(fields) as Given, unreadable };
}

function effectIssues(fault: FaultOptions): Issue[] {
  // `false` is a valid body, because it is JSON.
  const has = (field: keyof FaultOptions): boolean =>
    fault[field] !== undefined && (field === 'body' || fault[field] !== false);
  const several = endings.filter(has);
  return [
    ...(effects.some(has) ? [] : [issueAt([], `one of ${effects.join(', ')}`, 'none of them')]),
    ...(several.length > 1 ? [issueAt([], `one of ${endings.join(', ')}`, several.join(' and '))] : []),
  ];
}

export function isArmed({ used, times = Number.POSITIVE_INFINITY }: Pick<Fault, 'used' | 'times'>): boolean {
  return used < times;
}

function isMatcher(value: unknown): boolean {
  return typeof value === 'function' || typeName(value) === 'object';
}

function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return !['function', 'symbol', 'bigint'].includes(typeof value);
}

/** Adapters set these headers about the connection and the body length themselves. */
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

function headerIssues({ headers = {}, contentType = '' }: FaultOptions): Issue[] {
  const issues = Object.entries(headers).flatMap(([name, value]) => {
    const at = ['headers', name];
    if (!headerName.test(name)) return [issueAt(at, 'a valid header name', 'an invalid name')];
    if (!reserved.has(name.toLowerCase())) return valueIssues(at, value);
    const received = 'a connection header, which the server sets itself';
    return [issueAt(at, 'a header that describes the response', received)];
  });
  return [...issues, ...valueIssues(['contentType'], contentType)];
}

function valueIssues(keys: readonly string[], value: string): Issue[] {
  if (isHeaderValue(value)) return [];
  const expected = 'a header value of Latin-1 characters without control characters';
  return [issueAt(keys, expected, 'a value with other characters')];
}

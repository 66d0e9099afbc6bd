/** What a fault is: its type, and the declaration that checks and JSON Schemas follow from. */
import { typeName, type Issue, type OperationId } from '@mock-services/sdk/contract';
import { FaultError } from '../errors.ts';
import {
  flag,
  issueAt,
  issuesOf,
  kind,
  operationId,
  optional,
  required,
  text,
  textMap,
  wait,
  wholeNumber,
  type Fields,
} from '../fields.ts';
import { jsonCopy } from '../json-copy.ts';
import { headerIssues } from './fault-headers.ts';
import type { ReceivedRequest } from '../journal/journal-entry.ts';
import { matcherProblem, type JournalFields } from '../journal/journal-matcher.ts';
import type { Duration } from '../time/duration.ts';

/** The fields of a request that a fault compares, or a function that returns whether the fault applies. */
export type FaultMatcher =
  Omit<JournalFields, 'operation' | 'status'> | ((request: ReceivedRequest) => boolean);

/** A fault: the requests it applies to, and what goes wrong with their responses. At least one thing has to. */
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
   * Headers of the response; they are added to its own, or replace them. Those of the connection, such as `trailer` or
   * `content-length`, and control characters are refused.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The `content-type` of the response; the body stays. */
  readonly contentType?: string | undefined;
  /** Replaces the body by an HTML page, as a proxy would. */
  readonly notJson?: boolean | undefined;
  /** Delays the response: milliseconds, or text such as `'2s'`; at most 2^31 - 1 ms. */
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

export const faultOptionFields: Fields<FaultOptions> = {
  operation: required(
    kind(
      operationId.expected,
      { anyOf: [operationId.schema, { type: 'array', items: operationId.schema, minItems: 1 }] },
      (value): value is FaultOptions['operation'] =>
        operationId.includes(value) ||
        (Array.isArray(value) && value.length > 0 && value.every(operationId.includes)),
    ),
  ),
  times: optional(
    kind(
      wholeNumber(1).expected,
      wholeNumber(1).schema,
      (value): value is number => value === Infinity || wholeNumber(1).includes(value),
    ),
    'Number of requests the fault is applied to; all of them by default.',
  ),
  after: optional(wholeNumber(0), 'Number of matching requests that pass first.'),
  match: optional(
    kind('object of fields, or a function', { $ref: '#/$defs/FaultMatcher' }, isMatcher),
    'The requests of the operation that the fault applies to; all of them by default.',
  ),
  status: optional(wholeNumber(200, 599)),
  body: optional(
    kind('what JSON can hold', {}, isJson),
    'Body of the response: a string as it is, anything else as JSON.',
  ),
  headers: optional(textMap),
  contentType: optional(text),
  notJson: optional(flag, 'Replaces the body by an HTML page.'),
  delay: optional(wait),
  hang: optional(flag, 'Never responds.'),
  reset: optional(flag, 'Resets the connection.'),
  truncated: optional(
    kind(
      'boolean or whole number, 0 or more',
      { anyOf: [flag.schema, wholeNumber(0).schema] },
      (value) => flag.includes(value) || wholeNumber(0).includes(value),
    ),
    'Breaks the connection in the middle of the body, or after a number of bytes of it.',
  ),
  applied: optional(flag, 'Whether the operation takes effect all the same.'),
};

export const faultFields: Fields<Fault> = {
  ...faultOptionFields,
  id: required(wholeNumber(0)),
  seen: required(wholeNumber(0)),
  used: required(wholeNumber(0)),
  error: optional(text),
};

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
 * @param fields - {@link faultOptionFields} for a fault that is to be added, {@link faultFields} for one that was.
 * @throws {FaultError} that lists everything that is wrong.
 */
export function readFault<Given extends FaultOptions>(given: Given, fields: Fields<Given>): Given {
  if (typeName(given) !== 'object') throw new FaultError(issuesOf(fields, given));
  const { fault, unreadable } = copied(given);
  const issues = [...unreadable, ...issuesOf(fields, fault)];
  if (issues.length === 0)
    issues.push(...headerIssues(fault), ...effectIssues(fault), ...matcherIssues(fault));
  if (issues.length > 0) throw new FaultError(issues);
  return fault;
}

/** Copies each field that is an object; all others are checked as they are. */
function copied<Given extends FaultOptions>(given: Given): { fault: Given; unreadable: Issue[] } {
  const unreadable: Issue[] = [];
  const fields = Object.entries({ ...given }).map(([name, value]: [string, unknown]) => {
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

function isMatcher(value: unknown): value is FaultMatcher {
  return typeof value === 'function' || typeName(value) === 'object';
}

/** What is wrong with the matcher of a fault. */
function matcherIssues({ match }: FaultOptions): Issue[] {
  if (match === undefined) return [];
  const problem = matcherProblem(match);
  return problem === undefined ? [] : [issueAt('match', 'fields of a request, or a function', problem)];
}

/** An object is a copy that JSON can hold by now. */
function isJson(value: unknown): value is unknown {
  if (typeof value === 'number') return Number.isFinite(value);
  return !['function', 'symbol', 'bigint'].includes(typeof value);
}

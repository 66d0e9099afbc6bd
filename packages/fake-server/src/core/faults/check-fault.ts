import { operationIds, type Issue } from '@mock-services/sdk/contract';
import { FaultError } from '../errors.ts';
import { waitExpected, waitMs } from '../time/duration.ts';
import type { FaultOptions } from './fault-options.ts';
import { typeName } from '../type-name.ts';

type Test = readonly [expected: string, holds: (value: unknown) => boolean];

const flag: Test = ['boolean', (value) => typeof value === 'boolean'];
const isWhole = (value: unknown, from: number): boolean => Number.isInteger(value) && Number(value) >= from;
const oneOfTheNine = `one of ${operationIds.join(', ')}`;
const known: readonly unknown[] = operationIds;

/** What each field may hold. */
const tests: { readonly [Field in keyof FaultOptions]-?: Test } = {
  operation: [
    oneOfTheNine,
    (value) =>
      known.includes(value) ||
      (Array.isArray(value) && value.length > 0 && value.every((id) => known.includes(id))),
  ],
  times: ['whole number, 1 or more', (value) => value === Number.POSITIVE_INFINITY || isWhole(value, 1)],
  after: ['whole number, 0 or more', (value) => isWhole(value, 0)],
  when: ['function', (value) => typeof value === 'function'],
  status: ['whole number from 200 to 599', (value) => isWhole(value, 200) && Number(value) <= 599],
  body: ['what JSON can hold', isJson],
  headers: [
    'object of header values that HTTP can carry',
    (value) => typeName(value) === 'object' && canBeSent(value as Record<string, string>),
  ],
  contentType: ['header value', (value) => typeof value === 'string' && canBeSent({ 'content-type': value })],
  notJson: flag,
  delay: [waitExpected, isWait],
  hang: flag,
  reset: flag,
  truncated: [
    'boolean or whole number, 0 or more',
    (value) => typeof value === 'boolean' || isWhole(value, 0),
  ],
  applied: flag,
};

/** What goes wrong; a fault needs one of these. */
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

/** Of these, one excludes the others. */
const endings = ['hang', 'reset', 'truncated'] as const;

/** @throws {FaultError} that lists all that is wrong. */
export function checkFault(options: FaultOptions): void {
  if (typeName(options) !== 'object') throw new FaultError([issue('', 'object', typeName(options))]);
  const fields = Object.entries<unknown>('operation' in options ? { ...options } : { operation: undefined });
  const issues = fields.flatMap(([field, value]) => problemOf(field, value));
  const has = (field: keyof FaultOptions) => options[field] !== undefined && options[field] !== false;
  if (!effects.some(has)) issues.push(issue('', `one of ${effects.join(', ')}`, 'a fault that does nothing'));
  const both = endings.filter(has);
  if (both.length > 1) issues.push(issue('', `one of ${endings.join(', ')}`, both.join(' and ')));
  if (issues.length > 0) throw new FaultError(issues);
}

function problemOf(field: string, value: unknown): Issue[] {
  const test: Test | undefined = Object.hasOwn(tests, field) ? tests[field as keyof typeof tests] : undefined;
  if (!test) return [issue(field, `one of ${Object.keys(tests).join(', ')}`, 'another field')];
  const [expected, holds] = test;
  const optional = field !== 'operation' && value === undefined;
  return optional || holds(value) ? [] : [issue(field, expected, received(value))];
}

/** Options are no secret, and the one that is wrong helps to find the mistake. */
function received(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? JSON.stringify(value) : typeName(value);
}

function issue(path: string, expected: string, received: string): Issue {
  return { path, pointer: path === '' ? '' : `/${path}`, expected, received };
}

function isWait(value: unknown): boolean {
  return !throws(() => waitMs(value as number));
}

function isJson(value: unknown): boolean {
  return !throws(() => JSON.stringify(value)) && typeof value !== 'function' && typeof value !== 'symbol';
}

function canBeSent(headers: Readonly<Record<string, string>>): boolean {
  return !throws(() => new Headers(headers));
}

function throws(act: () => unknown): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}

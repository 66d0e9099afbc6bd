import type { ActivityEntry } from '../../contract/resources.ts';
import { ArgumentError } from '../errors/argument-error.ts';
import { headerOf } from '../headers.ts';
import { isCredentialName } from '../redact/names.ts';
import type { Criterion } from './criterion.ts';
import { show } from './show.ts';

/** One criterion for each header of the request or of the response. */
export function headerCriteria(side: 'request' | 'response', patterns: unknown): Criterion[] {
  const argument = side === 'request' ? 'matcher.header' : 'matcher.responseHeader';
  if (typeof patterns !== 'object' || patterns === null) {
    throw new ArgumentError(argument, 'an object of header names', patterns);
  }
  return Object.entries(patterns).flatMap(([name, pattern]: [string, unknown]) =>
    pattern === undefined ? [] : [headerCriterion(side, name, pattern, `${argument}['${name}']`)],
  );
}

function headerCriterion(
  side: 'request' | 'response',
  name: string,
  pattern: unknown,
  argument: string,
): Criterion {
  if (!(typeof pattern === 'string' || typeof pattern === 'boolean' || pattern instanceof RegExp)) {
    throw new ArgumentError(argument, 'a string, a RegExp, true or false', pattern);
  }
  const valueOf = (entry: ActivityEntry) => headerOf(entry[side].headers, name);
  return {
    field: `${side} header ${show(name)}`,
    weight: 1,
    matches: (entry) => isAsExpected(valueOf(entry), pattern),
    difference: (entry) => {
      const value = valueOf(entry);
      if (pattern === true) return 'expected, recorded none';
      if (pattern === false) return 'expected none, recorded one';
      if (isCredentialName(name))
        return value === undefined ? 'expected, recorded none' : 'another value, not shown';
      return `expected ${show(pattern)}, recorded ${value === undefined ? 'none' : show(value)}`;
    },
  };
}

function isAsExpected(value: string | undefined, pattern: string | RegExp | boolean): boolean {
  if (typeof pattern === 'boolean') return (value !== undefined) === pattern;
  if (value === undefined) return false;
  return typeof pattern === 'string' ? value === pattern : value.search(pattern) >= 0;
}

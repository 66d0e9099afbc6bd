/** Warnings about unusual values of a draft. The interface allows these values, so they can be saved. */
import { linesOf, type Draft } from './draft.ts';

/** Returns a warning about a value, or `undefined`. */
type Check = (text: string) => string | undefined;

/** Name of the field with the name of a header. It has no JSON pointer, because the name is part of the pointer to the value. */
export const headerNameField = (index: number): string => `name of header ${index}`;

/** Warnings by the JSON pointer of their field in the mock service, or by `headerNameField`. */
export function warningsOf(draft: Draft): ReadonlyMap<string, string> {
  const headerNames = draft.headers.map(({ name }) => name.trim().toLowerCase());
  const upstreamNames = draft.upstreams.map(({ name }) => name.trim());
  const all: (readonly [field: string, warning: string | undefined])[] = [
    ['/title', isBlank(draft.title) ? 'Without a title it is hard to find in the list.' : undefined],
    ['/type', isBlank(draft.type) ? 'There is no type; the interface uses REST.' : undefined],
    ['/config/cors/allowedOrigins', inLines(draft.allowedOrigins, originWarning)],
    ['/config/cors/allowedMethods', inLines(draft.allowedMethods, methodWarning)],
    ['/config/cors/allowedHeaders', inLines(draft.allowedHeaders, tokenWarning)],
    ...draft.headers.map(
      ({ name }, index) => [headerNameField(index), headerWarning(name, index, headerNames)] as const,
    ),
    ...draft.upstreams.flatMap(
      ({ url }, index) =>
        [
          [`/config/upstreams/${index}/name`, upstreamWarning(index, upstreamNames)],
          [`/config/upstreams/${index}/url`, URL.canParse(url) ? undefined : 'This is not an absolute URL.'],
        ] as const,
    ),
  ];
  return new Map(all.filter((pair): pair is readonly [string, string] => pair[1] !== undefined));
}

const isBlank = (text: string): boolean => text.trim() === '';

/** The warnings about a list that has one item per line. */
function inLines(text: string, check: Check): string | undefined {
  const lines = linesOf(text);
  const lower = lines.map((line) => line.toLowerCase());
  const warnings = lines.flatMap((line, index) => {
    const warning = isRepeat(lower, index) ? 'it is there twice' : check(line);
    return warning === undefined ? [] : [`“${line}”: ${warning}.`];
  });
  return warnings.length === 0 ? undefined : warnings.join(' ');
}

const isRepeat = (all: readonly string[], index: number): boolean => all.indexOf(all[index] ?? '') < index;

const several = 'only one fits on a line';

const originWarning: Check = (line) => {
  if (/[\s,;]/.test(line)) return several;
  const host = line.replace(/^[a-z][a-z\d+.-]*:\/\//i, '');
  if (host === '') return 'it has no host';
  return /[/?#]/.test(host) ? 'an origin ends after its host or port, without a path' : undefined;
};

/** Checks a name of a method or a header, which HTTP calls a token. */
const tokenWarning: Check = (text) => {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(text)) return undefined;
  return /[\s,;]/.test(text) ? several : 'it has characters that HTTP does not allow here';
};

/** The methods of RFC 9110 and RFC 5789, and the wildcard of CORS. */
const standardMethods = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'CONNECT',
  'OPTIONS',
  'TRACE',
  '*',
]);

const methodWarning: Check = (line) => {
  if (standardMethods.has(line)) return undefined;
  const isLowerCase = standardMethods.has(line.toUpperCase());
  return (
    tokenWarning(line) ??
    (isLowerCase ? 'methods are written in capitals' : 'it is not a standard HTTP method')
  );
};

function headerWarning(name: string, index: number, lower: readonly string[]): string | undefined {
  if (isBlank(name)) return 'Without a name it is not saved.';
  if (isRepeat(lower, index)) return 'This header is there twice.';
  return tokenWarning(name) === undefined
    ? undefined
    : 'HTTP has no such header: check spaces and punctuation.';
}

function upstreamWarning(index: number, names: readonly string[]): string | undefined {
  if (names[index] === '') return 'It has no name.';
  return isRepeat(names, index) ? 'Another upstream has this name.' : undefined;
}

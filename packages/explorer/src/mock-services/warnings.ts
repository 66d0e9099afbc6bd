/**
 * Warnings about unusual values in a draft. The interface allows unusual values, so the user can save the draft despite the
 * warnings.
 */
import { linesOf, type Draft } from './draft.ts';

/** Returns a warning if a value is unusual, or `undefined` for any other value. */
type Check = (text: string) => string | undefined;

/** Returns the key of the warning for a header name. A header name has no JSON pointer of its own. */
export const headerNameField = (index: number): string => `name of header ${index}`;

/** Returns all warnings. Each key is the JSON pointer of a field in the mock service, or a result of `headerNameField`. */
export function warningsOf(draft: Draft): ReadonlyMap<string, string> {
  const headerNames = draft.headers.map(({ name }) => name.trim().toLowerCase());
  const upstreamNames = draft.upstreams.map(({ name }) => name.trim());
  const all: (readonly [field: string, warning: string | undefined])[] = [
    [
      '/title',
      isBlank(draft.title) ? 'A mock service without a title is hard to find in the list.' : undefined,
    ],
    ['/type', isBlank(draft.type) ? 'The type is empty. The usual type is REST.' : undefined],
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

/** Returns the warnings about a list with one item per line. */
function inLines(text: string, check: Check): string | undefined {
  const lines = linesOf(text);
  const lower = lines.map((line) => line.toLowerCase());
  const warnings = lines.flatMap((line, index) => {
    const warning = isRepeat(lower, index) ? 'this line is a duplicate' : check(line);
    return warning === undefined ? [] : [`“${line}”: ${warning}.`];
  });
  return warnings.length === 0 ? undefined : warnings.join(' ');
}

const isRepeat = (all: readonly string[], index: number): boolean => all.indexOf(all[index] ?? '') < index;

const several = 'write each value on its own line';

const originWarning: Check = (line) => {
  if (/[\s,;]/.test(line)) return several;
  const host = line.replace(/^[a-z][a-z\d+.-]*:\/\//i, '');
  if (host === '') return 'the origin has no host';
  return /[/?#]/.test(host) ? 'an origin has no path, query or fragment' : undefined;
};

/** Checks the name of a method or header, which must be a token in HTTP. */
const tokenWarning: Check = (text) => {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(text)) return undefined;
  return /[\s,;]/.test(text) ? several : 'this name contains characters that HTTP does not allow';
};

/** Methods of RFC 9110 and RFC 5789, and the CORS wildcard. */
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
    tokenWarning(line) ?? (isLowerCase ? 'HTTP methods are uppercase' : 'this is not a standard HTTP method')
  );
};

function headerWarning(name: string, index: number, lower: readonly string[]): string | undefined {
  if (isBlank(name)) return 'A header without a name is not saved.';
  if (isRepeat(lower, index)) return 'Another header has this name.';
  return tokenWarning(name) === undefined
    ? undefined
    : 'HTTP does not allow this header name. Check it for spaces and punctuation.';
}

function upstreamWarning(index: number, names: readonly string[]): string | undefined {
  if (names[index] === '') return 'The upstream has no name.';
  return isRepeat(names, index) ? 'Another upstream has this name.' : undefined;
}

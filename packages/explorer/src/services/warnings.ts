/** What is odd about a draft. The interface allows all of it, so a warning never keeps anybody from saving. */
import { linesOf, type Draft } from './draft.ts';

/** What is odd about one text; `undefined` if nothing is. */
type Check = (text: string) => string | undefined;

/** Warnings by field: `title`, `allowedOrigins`, `headers.0.name`, `upstreams.1.url`. */
export function warningsOf(draft: Draft): ReadonlyMap<string, string> {
  const headerNames = draft.headers.map(({ name }) => name.trim().toLowerCase());
  const upstreamNames = draft.upstreams.map(({ name }) => name.trim());
  const all: (readonly [field: string, warning: string | undefined])[] = [
    ['title', isBlank(draft.title) ? 'Without a title it is hard to find in the list.' : undefined],
    ['type', isBlank(draft.type) ? 'There is no type; the interface uses REST.' : undefined],
    ['allowedOrigins', inLines(draft.allowedOrigins, originWarning)],
    ['allowedMethods', inLines(draft.allowedMethods, methodWarning)],
    ['allowedHeaders', inLines(draft.allowedHeaders, tokenWarning)],
    ...draft.headers.map(
      ({ name }, index) => [`headers.${index}.name`, headerWarning(name, index, headerNames)] as const,
    ),
    ...draft.upstreams.flatMap(
      ({ url }, index) =>
        [
          [`upstreams.${index}.name`, upstreamWarning(index, upstreamNames)],
          [`upstreams.${index}.url`, URL.canParse(url) ? undefined : 'This is not an absolute URL.'],
        ] as const,
    ),
  ];
  return new Map(all.filter((pair): pair is readonly [string, string] => pair[1] !== undefined));
}

const isBlank = (text: string): boolean => text.trim() === '';

/** The warnings for a list with one item to a line. */
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

/** What HTTP takes as a name of a method or a header. */
const tokenWarning: Check = (text) => {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(text)) return undefined;
  return /[\s,;]/.test(text) ? several : 'it has characters that HTTP does not allow here';
};

const methodWarning: Check = (line) =>
  tokenWarning(line) ?? (line === line.toUpperCase() ? undefined : 'methods are written in capitals');

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

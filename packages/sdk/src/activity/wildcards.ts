/** A string matches itself. Any other part matches variable text. If `isWithin` is set, the text has no `/` or `?`. */
type Part = string | { readonly isWithin: boolean; readonly ends: 'anywhere' | 'after text' | 'after /' };

const text: Part = { isWithin: false, ends: 'anywhere' };
const segment: Part = { isWithin: true, ends: 'anywhere' };
const name: Part = { isWithin: true, ends: 'after text' };
/** Matches folders such as `a/b/`, or nothing, after a `/`. */
const folders: Part = { isWithin: false, ends: 'after /' };

/** Returns a function that tests a path against a pattern with `:name`, `*` and `**`. */
export function pathTest(pattern: string): (path: string) => boolean {
  const tokens = pattern.matchAll(/\/(?:\*\*\/)+|\*+|:\w+|[^*/:]+|./gs);
  const parts = Array.from(tokens).flatMap(({ 0: token, index }): readonly Part[] => {
    if (token.startsWith('/*')) return ['/', folders];
    if (token.startsWith('*')) return [token === '*' ? segment : text];
    return [token.startsWith(':') && pattern.charAt(index - 1) === '/' ? name : token];
  });
  return (path) => matches(parts, path);
}

/** Returns a function that tests a host name, ignoring case, against a pattern with `*`. */
export function hostTest(pattern: string): (host: string) => boolean {
  const tokens = pattern.toUpperCase().match(/\*+|[^*]+/g) ?? [];
  const parts = tokens.map((token) => (token.startsWith('*') ? text : token));
  return (host) => matches(parts, host.toUpperCase());
}

/** Follows all partial matches at once, because the backtracking of a RegExp could take a very long time. */
function matches(parts: readonly Part[], whole: string): boolean {
  return parts.reduce((starts, part) => endsOf(part, whole, starts), [0]).at(-1) === whole.length;
}

/** Returns the possible end positions of a part, in ascending order. `starts` must also be in ascending order. */
function endsOf(part: Part, whole: string, starts: readonly number[]): number[] {
  if (typeof part === 'string')
    return starts.filter((start) => whole.startsWith(part, start)).map((start) => start + part.length);
  const found: number[] = [];
  let end = -1;
  for (const start of starts) {
    // Skip a start position within the text of an earlier match, because it adds no end positions.
    if (start <= end) continue;
    for (end = start; end <= whole.length; end += 1) {
      if (part.ends === 'anywhere' || (part.ends === 'after /' ? whole[end - 1] === '/' : end > start))
        found.push(end);
      if (part.isWithin && (whole[end] === '/' || whole[end] === '?')) break;
    }
  }
  return found;
}

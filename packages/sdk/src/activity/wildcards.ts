/** A string matches itself. Any other part matches variable text, without `/` and `?` if `isWithin` is set. */
type Part = string | { readonly isWithin: boolean; readonly ends: 'anywhere' | 'after text' | 'after /' };

const text: Part = { isWithin: false, ends: 'anywhere' };
const segment: Part = { isWithin: true, ends: 'anywhere' };
const name: Part = { isWithin: true, ends: 'after text' };
/** Follows a `/`, and matches `a/b/` or nothing. */
const folders: Part = { isWithin: false, ends: 'after /' };

/** Returns the test for a path pattern, which may contain `:name`, `*` and `**`. */
export function pathTest(pattern: string): (path: string) => boolean {
  const tokens = pattern.matchAll(/\/(?:\*\*\/)+|\*+|:\w+|[^*/:]+|./gs);
  const parts = Array.from(tokens).flatMap(({ 0: token, index }): readonly Part[] => {
    if (token.startsWith('/*')) return ['/', folders];
    if (token.startsWith('*')) return [token === '*' ? segment : text];
    return [token.startsWith(':') && pattern.charAt(index - 1) === '/' ? name : token];
  });
  return (path) => matches(parts, path);
}

/** Returns the case-insensitive test for a host pattern, in which `*` matches any text. */
export function hostTest(pattern: string): (host: string) => boolean {
  const tokens = pattern.toUpperCase().match(/\*+|[^*]+/g) ?? [];
  const parts = tokens.map((token) => (token.startsWith('*') ? text : token));
  return (host) => matches(parts, host.toUpperCase());
}

/**
 * Follows all partial matches at once, which takes time linear in the text for each part. Backtracking, as in a RegExp,
 * can take a power of the text's length.
 */
function matches(parts: readonly Part[], whole: string): boolean {
  return parts.reduce((starts, part) => endsOf(part, whole, starts), [0]).at(-1) === whole.length;
}

/** Returns the possible end positions of a part for the given start positions. Both lists are in ascending order. */
function endsOf(part: Part, whole: string, starts: readonly number[]): number[] {
  if (typeof part === 'string')
    return starts.filter((start) => whole.startsWith(part, start)).map((start) => start + part.length);
  const found: number[] = [];
  let end = -1;
  for (const start of starts) {
    // A start within the text of an earlier start adds no ends.
    if (start <= end) continue;
    for (end = start; end <= whole.length; end += 1) {
      if (part.ends === 'anywhere' || (part.ends === 'after /' ? whole[end - 1] === '/' : end > start))
        found.push(end);
      if (part.isWithin && (whole[end] === '/' || whole[end] === '?')) break;
    }
  }
  return found;
}

export type TextTest = (text: string) => boolean;

/** `text` is any text, `segment` and `name` are text without `/` and `?`, and `folders` is `a/b/` or nothing. */
type Wildcard = 'text' | 'segment' | 'name' | 'folders';

/** A string matches itself. */
type Part = string | { readonly wildcard: Wildcard };

const wildcard = (wildcard: Wildcard): Part => ({ wildcard });

/** Returns the test for a path pattern, which may contain `:name`, `*` and `**`. */
export function pathTest(pattern: string): TextTest {
  const tokens = pattern.matchAll(/\/(?:\*\*\/)+|\*+|:\w+|[^*/:]+|./gs);
  const parts = Array.from(tokens).flatMap(({ 0: token, index }): readonly Part[] => {
    if (token.startsWith('/*')) return ['/', wildcard('folders')];
    if (token.startsWith('*')) return [wildcard(token === '*' ? 'segment' : 'text')];
    const isName = token.startsWith(':') && pattern.charAt(index - 1) === '/';
    return [isName ? wildcard('name') : token];
  });
  return (path) => matches(parts, path);
}

/** Returns the case-insensitive test for a host pattern, in which `*` matches any text. */
export function hostTest(pattern: string): TextTest {
  const tokens = pattern.toUpperCase().match(/\*+|[^*]+/g) ?? [];
  const parts = tokens.map((token) => (token.startsWith('*') ? wildcard('text') : token));
  return (host) => matches(parts, host.toUpperCase());
}

/**
 * Follows all partial matches at once, which takes time linear in the text for each part. Backtracking, as in a RegExp,
 * can take a power of the text's length.
 */
function matches(parts: readonly Part[], text: string): boolean {
  return (
    parts.reduce<readonly number[]>((starts, part) => endsOf(part, text, starts), [0]).at(-1) === text.length
  );
}

/** Returns the positions where the part may end if it starts at one of the given positions. All are ascending. */
function endsOf(part: Part, text: string, starts: readonly number[]): readonly number[] {
  if (typeof part === 'string')
    return starts.filter((start) => text.startsWith(part, start)).map((start) => start + part.length);
  const { wildcard } = part;
  const ends: number[] = [];
  let examined = -1;
  for (const start of starts) {
    // A start within the text of an earlier start adds no ends.
    if (start <= examined) continue;
    for (examined = start; examined <= text.length; examined += 1) {
      const isEnd =
        wildcard === 'name' ? examined > start : wildcard !== 'folders' || text[examined - 1] === '/';
      if (isEnd) ends.push(examined);
      const isLimited = wildcard === 'segment' || wildcard === 'name';
      if (isLimited && (text[examined] === '/' || text[examined] === '?')) break;
    }
  }
  return ends;
}

/**
 * Glob patterns. They do not become regular expressions, which may backtrack for longer than linear time: anyone may have
 * sent the recorded text.
 */

/** Tests a text. */
export type TextTest = (text: string) => boolean;

/** A part of a pattern. From the offsets where it may start in a text, the offsets where it may end; both ascending. */
type Part = (text: string, starts: readonly number[]) => number[];

/** Matches a path: `:name` is one segment, `*` anything within a segment, `**` anything. */
export function pathGlob(pattern: string): TextTest {
  return compile(pattern, /\/\*\*\/|\*\*+|\*|:\w+/g, (wildcard, before) => {
    if (wildcard === '/**/') return segments;
    if (wildcard === '*') return run(0, '/?');
    if (!wildcard.startsWith(':')) return anything;
    return before === '/' ? run(1, '/?') : literal(wildcard);
  });
}

/** Matches a host in any letter case: `*` is anything. */
export function hostGlob(pattern: string): TextTest {
  const matches = compile(pattern.toLowerCase(), /\*+/g, () => anything);
  return (host) => matches(host.toLowerCase());
}

function compile(
  pattern: string,
  wildcards: RegExp,
  partOf: (wildcard: string, before: string) => Part,
): TextTest {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: wildcard, index } of pattern.matchAll(wildcards)) {
    parts.push(literal(pattern.slice(end, index)), partOf(wildcard, pattern.charAt(index - 1)));
    end = index + wildcard.length;
  }
  parts.push(literal(pattern.slice(end)));
  return (text) => {
    let offsets = [0];
    for (const part of parts) offsets = part(text, offsets);
    return offsets.at(-1) === text.length;
  };
}

/** The text itself. */
function literal(wanted: string): Part {
  return (text, starts) =>
    starts.filter((start) => text.startsWith(wanted, start)).map((start) => start + wanted.length);
}

/** At least `least` characters, none of which is in `stops`. */
function run(least: number, stops: string): Part {
  return (text, starts) => {
    const ends: number[] = [];
    for (const start of starts) {
      // An earlier start has already led to the same ends.
      if (start + least <= (ends.at(-1) ?? -1)) continue;
      for (let end = start; ; end += 1) {
        if (end - start >= least) ends.push(end);
        if (end === text.length || stops.includes(text.charAt(end))) break;
      }
    }
    return ends;
  };
}

const anything = run(0, '');

/** A slash, followed by any number of whole segments. */
const segments: Part = (text, starts) => {
  const ends: number[] = [];
  let slash = starts.find((start) => text.charAt(start) === '/') ?? -1;
  for (; slash >= 0; slash = text.indexOf('/', slash + 1)) ends.push(slash + 1);
  return ends;
};

/**
 * Patterns in strings. They are no regular expressions, whose time may grow with a power of the text: what was recorded
 * is the text here, and anyone may have sent it.
 */

/** Tries a text on a pattern. */
export type Glob = (text: string) => boolean;

/** From the places in a text that the parts before lead to, the places behind this part. Both ascend. */
type Part = (text: string, places: readonly number[]) => number[];

/** The text itself. */
function literal(wanted: string): Part {
  return (text, places) =>
    places.filter((place) => text.startsWith(wanted, place)).map((place) => place + wanted.length);
}

/** So many characters or more, up to one that is none of them. */
function run(least: number, stops: string): Part {
  return (text, places) => {
    const behind: number[] = [];
    for (const place of places) {
      // Where this one leads, one before it led too.
      if (place + least <= (behind.at(-1) ?? -1)) continue;
      for (let end = place; ; end += 1) {
        if (end - place >= least) behind.push(end);
        if (end === text.length || stops.includes(text.charAt(end))) break;
      }
    }
    return behind;
  };
}

/** A slash, and then whole segments or none. */
const segments: Part = (text, places) => {
  const behind: number[] = [];
  let slash = places.find((place) => text.charAt(place) === '/') ?? -1;
  for (; slash >= 0; slash = text.indexOf('/', slash + 1)) behind.push(slash + 1);
  return behind;
};

const anything = run(0, '');

/** A path pattern: `:name` is one segment, `*` anything within one, `**` anything. */
export function pathGlob(pattern: string): Glob {
  return compiled(pattern, /\/\*\*\/|\*\*+|\*|(?<=\/):\w+/g, (wildcard) => {
    if (wildcard === '/**/') return segments;
    if (wildcard === '*') return run(0, '/?');
    return wildcard.startsWith(':') ? run(1, '/?') : anything;
  });
}

/** A host pattern, in any letter case: `*` is anything. */
export function hostGlob(pattern: string): Glob {
  const matches = compiled(pattern.toLowerCase(), /\*+/g, () => anything);
  return (host) => matches(host.toLowerCase());
}

function compiled(pattern: string, wild: RegExp, partOf: (wildcard: string) => Part): Glob {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: wildcard, index } of pattern.matchAll(wild)) {
    parts.push(literal(pattern.slice(end, index)), partOf(wildcard));
    end = index + wildcard.length;
  }
  parts.push(literal(pattern.slice(end)));
  return (text) => {
    let places = [0];
    for (const part of parts) places = part(text, places);
    return places.at(-1) === text.length;
  };
}

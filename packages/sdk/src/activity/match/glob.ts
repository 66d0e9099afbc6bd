/** Patterns in strings, as regular expressions. */

const special = /[\\^$.*+?()[\]{}|/-]/g;

const escaped = (text: string) => text.replace(special, String.raw`\$&`);

/** What each part of a path pattern stands for; anything else is itself. */
const parts = /\/\*\*\/|\*\*+|\*|(?<=\/):\w+/g;

function partOf(part: string): string {
  if (part === '/**/') return '/(?:.*/)?';
  if (part === '*') return '[^/?]*';
  return part.startsWith(':') ? '[^/?]+' : '.*';
}

/** A path pattern: `:name` is one segment, `*` anything within one, `**` anything. */
export function pathRegExp(pattern: string): RegExp {
  return new RegExp(`^${translated(pattern, parts, partOf)}$`, 's');
}

/** A host pattern: `*` is anything. */
export function hostRegExp(pattern: string): RegExp {
  return new RegExp(`^${translated(pattern, /\*+/g, () => '.*')}$`, 'is');
}

function translated(pattern: string, wild: RegExp, translate: (part: string) => string): string {
  let source = '';
  let end = 0;
  for (const { 0: part, index } of pattern.matchAll(wild)) {
    source += escaped(pattern.slice(end, index)) + translate(part);
    end = index + part.length;
  }
  return source + escaped(pattern.slice(end));
}

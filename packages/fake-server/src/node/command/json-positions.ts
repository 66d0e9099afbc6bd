/** Lines and columns in a JSON text, for error messages. */
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';

/** Positions in a JSON text, each as `:line:column`. */
export interface JsonPositions {
  /** Of the value at a JSON pointer, or of its nearest parent that exists; empty when unknown. */
  readonly of: (pointer: string) => string;
  /** The first syntax error. */
  readonly error: { readonly position: string; readonly reason: string } | undefined;
}

const reasons: Readonly<Record<string, string>> = {
  InvalidSymbol: 'expected a value',
  PropertyNameExpected: 'expected a name in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma or the closing bracket',
  EndOfFileExpected: 'expected nothing after the value',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfString: 'unterminated string',
  UnexpectedEndOfNumber: 'incomplete number',
  InvalidUnicode: 'invalid escape sequence in a string',
  InvalidEscapeCharacter: 'invalid escape sequence in a string',
  InvalidCharacter: 'control character in a string',
};

/** Parses the text once; each look-up then takes about the same time, however long the text is. */
export function positionsIn(text: string): JsonPositions {
  const errors: ParseError[] = [];
  const root = parse(text, errors);
  const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  const at = (offset: number): string => {
    const line = linesUpTo(offset, lineStarts);
    return `:${line}:${offset - (lineStarts[line - 1] ?? 0) + 1}`;
  };
  const members = new Map<Node, ReadonlyMap<string, Node>>();
  const child = (node: Node | undefined, key: string): Node | undefined => {
    if (node?.type === 'array') return node.children?.[Number(key)];
    if (node?.type !== 'object') return undefined;
    if (!members.has(node)) members.set(node, membersOf(node));
    return members.get(node)?.get(key);
  };
  return {
    of: (pointer) => {
      let nearest = root;
      for (const part of pointer.split('/').slice(1)) {
        const next = child(nearest, part.replaceAll('~1', '/').replaceAll('~0', '~'));
        if (next === undefined) break;
        nearest = next;
      }
      return nearest === undefined ? '' : at(nearest.offset);
    },
    error: errors[0] && describe(errors[0], text.length, at),
  };
}

function parse(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { disallowComments: true });
  } catch {
    // Nested too deeply for the parser: positions stay unknown.
    return undefined;
  }
}

/** How many of the ascending line starts are not after the offset, by binary search. */
function linesUpTo(offset: number, lineStarts: readonly number[]): number {
  let low = 0;
  let high = lineStarts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The values of an object by name. */
function membersOf({ children = [] }: Node): ReadonlyMap<string, Node> {
  return new Map(
    children.flatMap(({ children: [key, value] = [] }) => (key && value ? [[String(key.value), value]] : [])),
  );
}

function describe(
  { error, offset, length }: ParseError,
  end: number,
  at: (offset: number) => string,
): JsonPositions['error'] {
  const name = printParseErrorCode(error);
  // An unterminated string is reported where it starts, and is wrong where it stops.
  const wrong = name === 'UnexpectedEndOfString' ? offset + length : offset;
  return {
    position: at(wrong),
    reason: wrong >= end ? 'unexpected end of the file' : (reasons[name] ?? name),
  };
}

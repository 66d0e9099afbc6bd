import { parseTree, printParseErrorCode, visit, type Node, type ParseErrorCode } from 'jsonc-parser';

export interface JsonSyntaxError {
  /** Position in the form `:line:column`. */
  readonly position: string;
  readonly reason: string;
}

/**
 * Returns the position of the value at a JSON pointer in the form `:line:column`. If there is no such value, returns
 * the position of its nearest existing parent, or an empty string.
 */
export type JsonPositions = (pointer: string) => string;

const strict = { disallowComments: true };

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

/** Returns `undefined` if the text is valid or is nested too deeply. */
export function syntaxErrorIn(text: string): JsonSyntaxError | undefined {
  let first: JsonSyntaxError | undefined;
  const onError = (code: ParseErrorCode, offset: number, length: number): void => {
    first ??= describe(printParseErrorCode(code), offset, length, text);
  };
  unlessTooDeep(() => {
    visit(text, { onError }, strict);
  });
  return first;
}

function describe(name: string, offset: number, length: number, text: string): JsonSyntaxError {
  // The parser reports the start of an unterminated string, but the missing quote belongs at its end.
  const wrong = name === 'UnexpectedEndOfString' ? offset + length : offset;
  return {
    position: linesOf(text)(wrong),
    reason: wrong >= text.length ? 'unexpected end of the file' : (reasons[name] ?? name),
  };
}

export function positionsIn(text: string): JsonPositions {
  const root = unlessTooDeep(() => parseTree(text, [], strict));
  const at = linesOf(text);
  return (pointer) => {
    let nearest = root;
    for (const part of pointer.split('/').slice(1)) {
      const next = nearest && childOf(nearest, part.replaceAll('~1', '/').replaceAll('~0', '~'));
      if (next === undefined) break;
      nearest = next;
    }
    return nearest === undefined ? '' : at(nearest.offset);
  };
}

/** Like `JSON.parse`, uses the last of several members with the same name. */
function childOf({ type, children = [] }: Node, key: string): Node | undefined {
  if (type === 'array') return children[Number(key)];
  return children.findLast(({ children: [name] = [] }) => name?.value === key)?.children?.[1];
}

function unlessTooDeep<Result>(parse: () => Result): Result | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

export function linesOf(text: string): (offset: number) => string {
  const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (offset) => {
    const line = lineStarts.findLastIndex((start) => start <= offset);
    return `:${line + 1}:${offset - (lineStarts[line] ?? 0) + 1}`;
  };
}

/** Finds lines and columns in JSON text. */
import { parseTree, printParseErrorCode, visit, type Node } from 'jsonc-parser';

/** Both numbers start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const strict = { disallowComments: true };

const reasons: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'expected a name in double quotes',
  ValueExpected: 'expected a value',
  InvalidSymbol: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma or the closing bracket',
  EndOfFileExpected: 'expected nothing after the value',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfString: 'unterminated string',
};

/** Returns the position and the reason of the first syntax error. */
export function errorPosition(text: string): Position & { readonly reason: string } {
  let first: { offset: number; reason: string } | undefined;
  unlessTooDeep(() => {
    const onError = (code: number, offset: number, length: number) => {
      const name = printParseErrorCode(code);
      // The quote of an unterminated string is missing where the string ends.
      const at = name === 'UnexpectedEndOfString' ? offset + length : offset;
      const reason = at >= text.length ? 'unexpected end of the file' : (reasons[name] ?? 'syntax error');
      first ??= { offset: at, reason };
    };
    visit(text, { onError }, strict);
  });
  const { offset, reason } = first ?? { offset: 0, reason: 'syntax error' };
  return { ...linesOf(text)(offset), reason };
}

/** Returns a function that finds the value at a JSON pointer, or else its nearest parent. */
export function positionsIn(text: string): (pointer: string) => Position {
  const root = unlessTooDeep(() => parseTree(text, [], strict));
  const positionAt = linesOf(text);
  return (pointer) => {
    let [nearest, offset] = [root, root?.offset ?? 0];
    for (const part of pointer.split('/').slice(1)) {
      const child = nearest && childOf(nearest, part.replaceAll('~1', '/').replaceAll('~0', '~'));
      if (child === undefined) break;
      nearest = child;
      offset = child.offset;
    }
    return positionAt(offset);
  };
}

/** Like `JSON.parse`, uses the last of several members with the same name. */
function childOf({ type, children = [] }: Node, key: string): Node | undefined {
  if (type === 'array') return children[Number(key)];
  return children.findLast(({ children: [name] = [] }) => name?.value === key)?.children?.[1];
}

/** Returns `undefined` if the parser, which is recursive, exceeds the stack. */
function unlessTooDeep<Result>(parse: () => Result): Result | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function linesOf(text: string): (offset: number) => Position {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

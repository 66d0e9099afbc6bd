import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** Line and column start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export function errorPosition(text: string): Position & { readonly reason: string } {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  const [{ error, offset, length } = { error: 1 as const, offset: 0, length: 0 }] = errors;
  const name = printParseErrorCode(error);
  // The parser reports the start of an unterminated string, so use its end, where the quote is missing.
  const at = name === 'UnexpectedEndOfString' ? offset + length : offset;
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return { ...positionAt(text, at), reason: at >= text.length ? 'unexpected end of file' : words };
}

/** If a pointer leads to no value, the returned function uses the nearest parent. */
export function positionsIn(text: string): (pointer: string) => Position {
  const root = parseTree(text);
  return (pointer) => {
    let nearest = root;
    for (const part of pointer.split('/').slice(1)) {
      const child = nearest && childOf(nearest, part.replaceAll('~1', '/').replaceAll('~0', '~'));
      if (child === undefined) break;
      nearest = child;
    }
    return positionAt(text, nearest?.offset ?? 0);
  };
}

/** Returns the position of the first object or array at a level. The whole value has level 1. */
export function positionOfLevel(text: string, level: number): Position | undefined {
  let current = 0;
  let isString = false;
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text[offset];
    if (character === '"') isString = !isString;
    else if (isString && character === '\\') offset += 1;
    else if (isString) continue;
    else if (character === '[' || character === '{') current += 1;
    else if (character === ']' || character === '}') current -= 1;
    if (current === level) return positionAt(text, offset);
  }
  return undefined;
}

function childOf({ type, children = [] }: Node, key: string): Node | undefined {
  if (type === 'array') return children[Number(key)];
  return children.find(({ children: [name] = [] }) => name?.value === key)?.children?.[1];
}

function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

import { formatIssue, type Issue } from '@mock-services/sdk/contract';
import { didYouMean, variablePrefix } from '@mock-services/sdk/seed';
import { type Node, parseTree, printParseErrorCode, visit } from 'jsonc-parser';
import { nameOf, readText } from './files.ts';
import { lossesIn, type Loss } from './lossless.ts';
import { Failure, type Terminal } from './terminal.ts';
import { counted, quoted, redactField, shown } from './text.ts';

export interface JsonFile {
  readonly name: string;
  readonly text: string;
  readonly value: unknown;
}

export class Part {
  readonly value: unknown;
  readonly #node: Node;
  readonly #file: Source;

  /** @param value - The value after variables are replaced, so it may differ from the source. */
  constructor(value: unknown, node: Node, file: Source) {
    this.value = value;
    this.#node = node;
    this.#file = file;
  }

  get text(): string {
    const { offset, length } = this.#node;
    return this.#file.text.slice(offset, offset + length);
  }

  /** Position in the form `:line:column`. Both numbers start at 1. */
  get at(): string {
    return this.#file.positionOf(this.#node.offset);
  }

  get offset(): number {
    return this.#node.offset;
  }

  part(key: string | number): Part | undefined {
    const { type, children = [] } = this.#node;
    const field = () => children.find(({ children: [name] = [] }) => name?.value === key)?.children?.[1];
    const node = type === 'array' ? children[Number(key)] : field();
    return node && new Part(Reflect.get(Object(this.value), key), node, this.#file);
  }
}

interface Source {
  readonly text: string;
  readonly positionOf: (offset: number) => string;
}

export function wholeOf({ text, value }: Pick<JsonFile, 'text' | 'value'>): Part {
  const nothing = { type: 'null', offset: 0, length: text.length } as const;
  return new Part(value, parseTree(text, [], strict) ?? nothing, { text, positionOf: linesOf(text) });
}

/** Without this limit, recursive functions would overflow the call stack at several thousand levels of nesting. */
const maxLevels = 1000;

/** @throws {Failure} if the file cannot be read, or is not JSON. */
export async function readJson(terminal: Terminal, path: string): Promise<JsonFile> {
  const name = nameOf(path);
  const text = await readText(terminal, path);
  const deep = offsetOfLevel(text, maxLevels + 1);
  if (deep !== undefined)
    throw new Failure(
      `${name}${linesOf(text)(deep)}: values are nested too deeply. Expected at most ${maxLevels} levels.`,
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Failure(`${name}${syntaxErrorIn(text)}.`);
  }
  const losses = lossesIn(text);
  if (losses.length > 0) throw lossFailure({ name, text }, losses);
  return { name, text, value };
}

/** @param losses - A list of at least one loss, in the order of the file. */
export function lossFailure(
  { name, text }: Pick<JsonFile, 'name' | 'text'>,
  losses: readonly Loss[],
): Failure {
  const at = linesOf(text);
  const lines = losses.slice(0, mostListed).map(({ offset, first, text: what }) => {
    const advice = first === undefined ? '' : `, first at ${at(first).slice(1)}. Remove one of the two`;
    return `${name}${at(offset)}: ${what}${advice}.`;
  });
  return problemsFailure(lines, losses.length);
}

export function failureAt(file: JsonFile, pointer: string, reason: string): Failure {
  return new Failure(`${file.name}${nearestPart(wholeOf(file), pointer).at}: ${shown(reason)}.`);
}

const mostListed = 100;

export function contentFailure(file: JsonFile, issues: readonly Issue[]): Failure {
  const whole = wholeOf(file);
  const found = issues
    .filter(({ more }) => more === undefined)
    .map((issue) => ({ issue, part: nearestPart(whole, issue.pointer) }))
    .toSorted((one, other) => one.part.offset - other.part.offset)
    .slice(0, mostListed);
  const lines = found.map(
    ({ issue, part }) => `${file.name}${part.at}: ${textOf(issue)}${sourceOf(issue, part)}`,
  );
  return problemsFailure(
    lines,
    issues.reduce((sum, { more = 1 }) => sum + more, 0),
  );
}

function problemsFailure(lines: readonly string[], count: number): Failure {
  const more = count > lines.length ? [`and ${count - lines.length} more`] : [];
  return new Failure([`The file has ${counted(count, 'problem')}:`, ...lines, ...more].join('\n'));
}

function textOf(issue: Issue): string {
  const [part, name] = keysIn(issue.pointer);
  if (part === 'variables' && name !== undefined && issue.received === 'null')
    return shown(`${name} has no value. Pass --var ${name}=… or set ${variablePrefix}${name}.`);
  return `${shown(formatIssue(issue))}${adviceFor(issue)}`;
}

function adviceFor({ path, pointer, received, known = [] }: Issue): string {
  if (pointer === '' && received === 'array')
    return '. Write { "mockServices": […] } around a list of mock services.';
  const meant = didYouMean(path.slice(path.lastIndexOf('.') + 1), known);
  return meant === '' ? '' : `.${meant}`;
}

const strict = { disallowComments: true };

const reasons: Readonly<Record<string, string>> = {
  InvalidSymbol: 'expected a value or a name in double quotes',
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

function syntaxErrorIn(text: string): string {
  let first: string | undefined;
  visit(
    text,
    {
      onError: (code, offset, length) => {
        const name = printParseErrorCode(code);
        // For an unterminated string, the parser reports the start, but the missing quote belongs at the end.
        const wrong = name === 'UnexpectedEndOfString' ? offset + length : offset;
        const reason = wrong >= text.length ? 'unexpected end of the file' : (reasons[name] ?? name);
        first ??= `${linesOf(text)(wrong)}: invalid JSON: ${reason}`;
      },
    },
    strict,
  );
  return first ?? ': invalid JSON';
}

/** If variables in a string were replaced, returns the string as the file contains it. */
function sourceOf({ pointer }: Issue, part: Part): string {
  const written: unknown = JSON.parse(part.text);
  if (typeof written !== 'string' || written === part.value) return '';
  const name = keysIn(pointer).at(-1) ?? '';
  return `, from ${quoted(String(redactField(name, written)))}`;
}

export function keysIn(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** If no value exists at the JSON pointer, returns the nearest existing parent. */
function nearestPart(whole: Part, pointer: string): Part {
  let nearest = whole;
  for (const key of keysIn(pointer)) {
    const next = nearest.part(key);
    if (next === undefined) break;
    nearest = next;
  }
  return nearest;
}

/** Returns the offset of the first object or array at a nesting level. The whole value has level 1. */
function offsetOfLevel(text: string, level: number): number | undefined {
  let current = 0;
  let isString = false;
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text[offset];
    if (character === '"') isString = !isString;
    else if (isString && character === '\\') offset += 1;
    else if (isString) continue;
    else if (character === '[' || character === '{') current += 1;
    else if (character === ']' || character === '}') current -= 1;
    if (current === level) return offset;
  }
  return undefined;
}

function linesOf(text: string): (offset: number) => string {
  const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (offset) => {
    const line = lineStarts.findLastIndex((start) => start <= offset);
    return `:${line + 1}:${offset - (lineStarts[line] ?? 0) + 1}`;
  };
}

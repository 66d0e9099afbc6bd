/** JavaScript cannot represent every number in JSON, so parsing and serializing a value may change numbers. */

export interface InexactNumber {
  /** Keys that lead to the number in the JSON value. */
  readonly keys: readonly (string | number)[];
  /** Index of the number in the JSON text. */
  readonly offset: number;
  /** The original spelling of the number in the JSON text. */
  readonly literal: string;
  /** The value of the number in JavaScript. */
  readonly value: number;
}

/**
 * Finds the numbers in valid JSON that JavaScript cannot represent: many integers beyond 2^53, numbers with too many
 * digits, and numbers too large or too close to 0.
 */
export function inexactNumbers(json: string): InexactNumber[] {
  const found: InexactNumber[] = [];
  /** The current position at each level: the index in a list, or the offset of the latest name in an object. */
  const levels: { readonly isList: boolean; at: number }[] = [];
  const keyOf = ({ isList, at }: (typeof levels)[number]) =>
    isList ? at : (JSON.parse(json.slice(at, endOfString(json, at))) as string);
  let latestString = 0;
  for (let offset = 0; offset < json.length; offset += 1) {
    const character = json.charAt(offset);
    const level = levels.at(-1);
    if (character === '"') {
      latestString = offset;
      offset = endOfString(json, offset) - 1;
    } else if (character === ':' && level) level.at = latestString;
    else if (character === ',' && level?.isList) level.at += 1;
    else if (character === '{' || character === '[') levels.push({ isList: character === '[', at: 0 });
    else if (character === '}' || character === ']') levels.pop();
    else if (character === '-' || isDigit(character)) {
      numberPattern.lastIndex = offset;
      const [literal = character] = numberPattern.exec(json) ?? [];
      const value = Number(literal);
      if (!isExact(literal, value)) found.push({ keys: levels.map(keyOf), offset, literal, value });
      offset += literal.length - 1;
    }
  }
  return found;
}

/** Returns the keys of the first number for which `matches` returns true. */
export function numberPlace(
  value: unknown,
  matches: (number: number) => boolean,
): (string | number)[] | undefined {
  if (typeof value === 'number') return matches(value) ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const place = numberPlace(inner, matches);
    if (place) return [Array.isArray(value) ? Number(key) : key, ...place];
  }
  return undefined;
}

const numberPattern = /-?\d[\d.eE+-]*/y;

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

function endOfString(json: string, start: number): number {
  let end = start;
  let backslashes: number;
  do {
    end = json.indexOf('"', end + 1);
    if (end < 0) return json.length;
    for (backslashes = 0; json[end - 1 - backslashes] === '\\';) backslashes += 1;
  } while (backslashes % 2 === 1);
  return end + 1;
}

/** A number of up to 15 digits without an exponent is always exact. */
const safeDigits = 15;

function isExact(literal: string, value: number): boolean {
  if (literal.length <= safeDigits && !/e/i.test(literal)) return true;
  return Number.isFinite(value) && digitsOf(literal) === digitsOf(String(value));
}

/**
 * Returns the same text for each spelling of a number without its sign, such as `12e0`, `12`, `12.0` and `1.2e1`.
 */
function digitsOf(literal: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

import type * as z from 'zod/mini';
import { kindOf, unsupported } from './definition.ts';

type Schema = z.core.$ZodType;

/** Prettier's line width. */
const width = 110;

/** Prints schemas as validators. Those that are more than a call become declarations, without duplicates. */
export class Printer {
  /** Declarations, each before its first use. */
  readonly declarations: string[] = [];
  readonly #names: ReadonlyMap<unknown, string>;
  /** The name of each declaration, by its text. */
  readonly #declared = new Map<string, string>();

  /** @param schemas - Schemas by name; their validators are named after them. */
  constructor(schemas: Readonly<Record<string, unknown>>) {
    this.#names = new Map(
      Object.entries(schemas).map(([name, schema]) => [schema, `is${capitalised(name)}`]),
    );
  }

  /** An expression whose value is a validator. An unnamed schema gets the given name. */
  validator(schema: Schema, otherwise: string): string {
    const kind = kindOf(schema);
    const name = this.#names.get(schema) ?? otherwise;
    switch (kind.kind) {
      case 'string':
        return 'isString';
      case 'guid':
        return 'isGuid';
      case 'url':
        return 'isUrl';
      case 'datetime':
        return 'isTimestamp';
      case 'union':
        return this.#declare(
          name,
          kind.options.map((option) => this.#test(option, 'value', name)),
          '||',
        );
      case 'object':
        return this.#declare(name, [
          'isObject(value)',
          ...Object.entries(kind.shape).map(([key, field]) =>
            this.#test(field, `value[${quoted(key)}]`, `${name}${capitalised(key)}`),
          ),
        ]);
      default:
        return this.#declare(name, [this.#test(schema, 'value', name)]);
    }
  }

  /** An expression that is true when `value` is accepted. */
  #test(schema: Schema, value: string, name: string): string {
    const kind = kindOf(schema);
    switch (kind.kind) {
      case 'string':
      case 'boolean':
        return `typeof ${value} === '${kind.kind}'`;
      case 'int':
        return `Number.isSafeInteger(${value})`;
      case 'number':
        return `Number.isFinite(${value})`;
      case 'null':
        return `${value} === null`;
      case 'unknown':
        // It would accept `undefined`, and so treat a missing field as present.
        throw unsupported('field or option of any kind');
      case 'array':
        return kindOf(kind.of).kind === 'unknown'
          ? `Array.isArray(${value})`
          : `isArrayOf(${value}, ${this.validator(kind.of, `${name}Item`)})`;
      case 'record':
        return kindOf(kind.of).kind === 'unknown'
          ? `isObject(${value})`
          : `isRecordOf(${value}, ${this.validator(kind.of, `${name}Value`)})`;
      default:
        return `${this.validator(schema, name)}(${value})`;
    }
  }

  #declare(name: string, tests: readonly string[], operator = '&&'): string {
    const start = `const ${name}: Validator = (value) =>`;
    const line = `${tests.join(` ${operator} `)};`;
    const known = this.#declared.get(line);
    if (known !== undefined) return known;
    this.#declared.set(line, name);
    // Line breaks as prettier puts them: none, before the body, or between its parts.
    const body = line.length + 2 <= width ? line : `${tests.join(` ${operator}\n  `)};`;
    const separator = start.length + 1 + line.length <= width ? ' ' : '\n  ';
    this.declarations.push(start + separator + body);
    return name;
  }
}

export function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function quoted(key: string): string {
  return `'${JSON.stringify(key)
    .slice(1, -1)
    .replaceAll("'", String.raw`\'`)}'`;
}

/** Prints the schemas of the contract as checks that report the same issues without zod (`contract/validators.gen.ts`). */
import { format, resolveConfig } from 'prettier';
import * as z from 'zod/mini';
import { endpoints } from '../packages/sdk/src/contract/endpoints.ts';
import { operationIds } from '../packages/sdk/src/contract/operations.ts';
import * as schemas from '../packages/sdk/src/contract/schemas.ts';
import { at } from './lib/paths.ts';

type Schema = z.core.$ZodType;

/** Checks in `contract/kinds.ts`, by the definition of the zod schema that they stand for. */
const leaves = new Map([
  [definition(z.string()), 'string'],
  [definition(z.guid()), 'guid'],
  [definition(schemas.timestamp), 'timestamp'],
  [definition(z.url()), 'url'],
  [definition(z.int()), 'integer'],
]);

/** Names that `typeName` returns, by the definition of a zod schema that accepts exactly the values of that type. */
const types = new Map([
  [definition(z.boolean()), 'boolean'],
  [definition(z.string()), 'string'],
  [definition(z.number()), 'number'],
  [definition(z.null()), 'null'],
  [definition(z.array(z.unknown())), 'array'],
  [definition(z.record(z.string(), z.unknown())), 'object'],
]);

/** The text of `contract/validators.gen.ts`. */
export async function createValidatorsModule(): Promise<string> {
  const printer = new Printer(schemas);
  const identifier = printer.check(schemas.identifier, 'identifier');
  const activityEntry = printer.check(schemas.activityEntry, 'activityEntry');
  const tables = (['body', 'result'] as const).map((side) => {
    const rows = operationIds.flatMap((id) => {
      const schema = endpoints[id][side];
      return schema === undefined ? [] : [`${id}: ${printer.check(schema, `${id}${capitalized(side)}`)},`];
    });
    return `export const ${side}Checks: { readonly [Id in OperationId]?: Check } = {${rows.join('\n')}};`;
  });
  const text = `
    // Written by \`npm run generate\` from the schemas of the contract, and not to be edited.
    import { arrayOf, type Check, guid, integer, isObject, oneOf, recordOf, string, timestamp, url, wrong } from './kinds.ts';
    import type { OperationId } from './operations.ts';

    ${printer.declarations.join('\n\n')}

    /** Whether a value is an identifier (§2). */
    export const isIdentifier = (value: unknown): boolean => ${identifier}(value) === 0;

    /** Whether a value is an entry of an activity log (§2.5). */
    export const isActivityEntry = (value: unknown): boolean => ${activityEntry}(value) === 0;

    /** The checks of request bodies, as sent, of the operations that send one. */
    ${tables[0]}

    /** The checks of response bodies, as received, of the operations that promise one. */
    ${tables[1]}`;
  const path = at('packages/sdk/src/contract/validators.gen.ts');
  return format(text, { ...(await resolveConfig(path)), parser: 'typescript' });
}

/** Prints each object schema as a function, and all others as an expression within one. */
export class Printer {
  /** Functions, each before its first use. */
  readonly declarations: string[] = [];
  readonly #schemas: ReadonlyMap<unknown, string>;
  /** The names of the functions. */
  readonly #declared = new Map<Schema, string>();

  /** @param schemas - Schemas by name. A function is named after its schema. */
  constructor(schemas: Readonly<Record<string, unknown>>) {
    this.#schemas = new Map(Object.entries(schemas).map(([name, schema]) => [schema, name]));
  }

  /**
   * The name of a check.
   *
   * @param otherwise - The name, if the schema has none.
   * @throws {TypeError} that names what the generator does not support.
   */
  check(schema: Schema, otherwise: string): string {
    const name = leaves.get(definition(schema)) ?? this.#declared.get(schema);
    return name ?? this.#declare(schema, this.#schemas.get(schema) ?? otherwise);
  }

  #declare(schema: Schema, name: string): string {
    const type = schema._zod.def.type;
    const text =
      type === 'union' ? `${name} = ${oneOf(schema)}` : `${name}: Check = ${this.#fields(schema, name)}`;
    this.declarations.push(`const ${text};`);
    this.#declared.set(schema, name);
    return name;
  }

  /** A function that adds up the issues of the fields of an object. */
  #fields(schema: Schema, name: string): string {
    const { shape, catchall } = partsOf(schema, 'object', 'shape', 'catchall');
    if (definition(catchall) !== definition(z.unknown())) throw unsupported('object that is closed');
    const counts = Object.entries(shape).map(([key, field]) =>
      this.#count(field, `value['${key}']`, `place?.at('${key}')`, name + capitalized(key)),
    );
    return `(value, place) => isObject(value) ? ${counts.join(' + ')} : wrong('object', value, place)`;
  }

  /** An expression for the number of issues in a field. */
  #count(schema: Schema, value: string, place: string, name: string): string {
    switch (schema._zod.def.type) {
      case 'array': {
        const { element } = partsOf(schema, 'array', 'element');
        return `arrayOf(${this.check(element, name)}, ${value}, ${place})`;
      }
      case 'record': {
        const { keyType, valueType } = partsOf(schema, 'record', 'keyType', 'valueType');
        if (definition(keyType) !== definition(z.string())) throw unsupported('record of other keys');
        return `recordOf(${this.check(valueType, name)}, ${value}, ${place})`;
      }
      default:
        return `${this.check(schema, name)}(${value}, ${place})`;
    }
  }
}

function oneOf(union: Schema): string {
  const names = partsOf(union, 'union', 'options').options.map((option) => {
    const name = types.get(definition(option));
    if (name === undefined) throw unsupported(`union with ${definition(option)}`);
    return `'${name}'`;
  });
  return `/*@__PURE__*/ oneOf(${names.join(', ')})`;
}

/** The parts of schemas that consist of others. */
interface Parts {
  readonly shape: Readonly<Record<string, Schema>>;
  readonly catchall: Schema;
  readonly element: Schema;
  readonly keyType: Schema;
  readonly valueType: Schema;
  readonly options: readonly Schema[];
}

/** The named parts of a schema. A schema of another type, or with other parts such as a check or a message, is not supported. */
function partsOf<Part extends keyof Parts>(
  schema: Schema,
  type: string,
  ...parts: Part[]
): Pick<Parts, Part> {
  const settings = settingsOf(schema);
  const unknown = Object.keys(settings).filter(
    (key) => key !== 'type' && !parts.some((part) => part === key),
  );
  const missing = parts.filter((part) => settings[part] === undefined);
  if (settings['type'] !== type || unknown.length > 0 || missing.length > 0)
    throw unsupported(definition(schema));
  return settings as unknown as Pick<Parts, Part>;
}

/** The definition of a schema as text. Equal schemas have equal definitions. */
function definition(schema: Schema): string {
  return JSON.stringify(settingsOf(schema), (_, value: unknown) => {
    if (value instanceof RegExp || typeof value === 'function') return String(value);
    return typeof value === 'object' && value !== null && '_zod' in value
      ? settingsOf(value as Schema)
      : value;
  });
}

/** What a schema was made from, without an empty list of checks. */
function settingsOf(schema: Schema): Readonly<Record<string, unknown>> {
  const { checks = [], ...settings } = schema._zod.def;
  return checks.length > 0 ? { ...settings, checks } : { ...settings };
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function unsupported(what: string): TypeError {
  return new TypeError(
    `validators.gen.ts has no check for this: ${what}. Add it to tools/validators.ts first.`,
  );
}

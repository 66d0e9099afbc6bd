/** Reads zod's definition of a schema; throws for anything the generator does not support. */
import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;

/** A schema, reduced to what validators distinguish. */
export type Kind =
  | {
      readonly kind:
        'string' | 'guid' | 'url' | 'datetime' | 'int' | 'number' | 'boolean' | 'null' | 'unknown';
    }
  | { readonly kind: 'array' | 'record'; readonly of: Schema }
  | { readonly kind: 'union'; readonly options: readonly Schema[] }
  | { readonly kind: 'object'; readonly shape: Shape };

type Shape = Readonly<Record<string, Schema>>;

/** zod's patterns; those in `contract/kinds.ts` are hand-written equivalents, smaller and faster. */
const patterns = {
  guid: '/^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/',
  datetime:
    '/^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z))$/',
};

/** The definition of any schema or check; the kind decides which fields are present. */
interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly checks?: readonly z.core.$ZodCheck[];
  readonly shape?: Shape;
  readonly catchall?: Schema;
  readonly element?: Schema;
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
}

/** The settings that each kind supports, besides type, format and `abort`, which has no effect on validity. */
const settings: Readonly<Record<string, readonly string[]>> = {
  string: [],
  'string of format guid': ['check', 'pattern'],
  'string of format datetime': ['check', 'pattern', 'offset', 'local', 'precision'],
  'string of format url': ['check'],
  number: [],
  'number of format safeint': ['check'],
  boolean: [],
  null: [],
  unknown: [],
  array: ['element'],
  record: ['keyType', 'valueType'],
  union: ['options'],
  object: ['shape', 'catchall'],
};

/**
 * The values that a schema accepts.
 *
 * @throws TypeError naming the first kind, format, setting or check that is not supported.
 */
export function kindOf(schema: Schema): Kind {
  const definition = definitionOf(schema);
  const { type, format, checks = [], ...rest } = definition;
  const name = format === undefined ? type : `${type} of format ${format}`;
  const expected = settings[name];
  if (expected === undefined) throw unsupported(name);
  const other = Object.keys(rest).find((key) => key !== 'abort' && !expected.includes(key));
  if (other !== undefined) throw unsupported(`${name} with ${other}`);
  if (checks.length > 0) throw unsupported(`${name} with a check`);
  return kinds[name]?.(definition) ?? { kind: simple(name) };
}

/** The kinds that have more than a name. */
const kinds: Readonly<Record<string, (definition: Definition) => Kind>> = {
  'string of format guid': ({ pattern }) => ofPattern('guid', pattern),
  'string of format datetime': ({ pattern }) => ofPattern('datetime', pattern),
  array: ({ element }) => ({ kind: 'array', of: given(element) }),
  record: ({ keyType, valueType }) => {
    if (kindOf(given(keyType)).kind !== 'string') throw unsupported('record of other keys than strings');
    return { kind: 'record', of: given(valueType) };
  },
  union: ({ options }) => ({ kind: 'union', options: given(options) }),
  object: ({ shape, catchall }) => {
    if (catchall?._zod.def.type !== 'unknown') {
      throw unsupported('object that is closed to unknown fields');
    }
    return { kind: 'object', shape: given(shape) };
  },
};

function ofPattern(kind: keyof typeof patterns, pattern: RegExp | undefined): Kind {
  if (String(pattern) !== patterns[kind]) throw unsupported(`${kind} of another pattern`);
  return { kind };
}

function simple(name: string): 'string' | 'url' | 'int' | 'number' | 'boolean' | 'null' | 'unknown' {
  switch (name) {
    case 'string of format url':
      return 'url';
    case 'number of format safeint':
      return 'int';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'unknown':
      return name;
    default:
      throw unsupported(name);
  }
}

function definitionOf(of: { readonly _zod: { readonly def: object } }): Definition {
  // zod types each kind separately; every field but the type is read only for the kinds that have it.
  return of._zod.def as Definition;
}

function given<Part>(part: Part | undefined): Part {
  if (part === undefined) throw unsupported('definition that lacks a part');
  return part;
}

/** The error for a schema that the generator does not support. */
export function unsupported(what: string): TypeError {
  return new TypeError(
    `validators.gen.ts has no validator for this: ${what}. Teach it to tools/validators first.`,
  );
}

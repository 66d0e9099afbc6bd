/** Reads zod's definition of a schema, and refuses what the predicates do not know. */
import type * as z from 'zod/mini';
import { expiresLater } from '../contract/expires-later.ts';

type Schema = z.core.$ZodType;

/** A schema, as far as the predicates tell kinds apart. */
export type Kind =
  | { readonly kind: 'string' | 'guid' | 'url' | 'int' | 'number' | 'boolean' | 'null' | 'unknown' }
  | { readonly kind: 'datetime'; readonly pattern: RegExp }
  | { readonly kind: 'array' | 'record'; readonly of: Schema }
  | { readonly kind: 'union'; readonly options: readonly Schema[] }
  | { readonly kind: 'object'; readonly shape: Shape; readonly refinements: readonly string[] };

type Shape = Readonly<Record<string, Schema>>;

/** Refinements that have a module of their own in the contract, by function: a closure cannot be printed. */
const refinements: ReadonlyMap<unknown, string> = new Map([[expiresLater, 'expiresLater']]);

/** zod's pattern of a UUID, after which `isGuid` is written by hand. */
const guidPattern = '/^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/';

/** The definition of any schema or check: which of the fields there are depends on the kind. */
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
  readonly fn?: unknown;
}

/** The settings that each kind may have besides type, format and `abort`, which only ends a list of issues. */
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
 * What a schema accepts.
 *
 * @throws TypeError that names the first kind, format, setting or check that has no predicate.
 */
export function kindOf(schema: Schema): Kind {
  const definition = definitionOf(schema);
  const { type, format, checks = [], ...rest } = definition;
  const name = format === undefined ? type : `${type} of format ${format}`;
  const expected = settings[name];
  if (expected === undefined) throw noPredicate(name);
  const other = Object.keys(rest).find((key) => key !== 'abort' && !expected.includes(key));
  if (other !== undefined) throw noPredicate(`${name} with ${other}`);
  if (name !== 'object' && checks.length > 0) throw noPredicate(`${name} with a check`);
  return kinds[name]?.(definition) ?? { kind: simple(name) };
}

/** The kinds that consist of more than their name. */
const kinds: Readonly<Record<string, (definition: Definition) => Kind>> = {
  'string of format guid': ({ pattern }) => {
    if (String(pattern) !== guidPattern) throw noPredicate('UUID of another pattern');
    return { kind: 'guid' };
  },
  'string of format datetime': ({ pattern = /(?:)/g }) => {
    if (pattern.flags !== '') throw noPredicate('timestamp of a pattern with flags');
    return { kind: 'datetime', pattern };
  },
  array: ({ element }) => ({ kind: 'array', of: given(element) }),
  record: ({ keyType, valueType }) => {
    if (kindOf(given(keyType)).kind !== 'string') throw noPredicate('record of other keys than strings');
    return { kind: 'record', of: given(valueType) };
  },
  union: ({ options }) => ({ kind: 'union', options: given(options) }),
  object: ({ shape, catchall, checks = [] }) => {
    if (catchall?._zod.def.type !== 'unknown') {
      throw noPredicate('object that is closed to unknown fields');
    }
    return { kind: 'object', shape: given(shape), refinements: checks.map(refinementOf) };
  },
};

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
      throw noPredicate(name);
  }
}

function refinementOf(check: z.core.$ZodCheck): string {
  const name = refinements.get(definitionOf(check).fn);
  if (name === undefined) throw noPredicate('object with a check that has no module of its own');
  return name;
}

function definitionOf(of: { readonly _zod: { readonly def: object } }): Definition {
  // zod types the definition of each kind apart; every field but the type is read only where it is expected.
  return of._zod.def as Definition;
}

function given<Part>(part: Part | undefined): Part {
  if (part === undefined) throw noPredicate('definition that lacks a part');
  return part;
}

/** An error for what the generator does not know. */
export function noPredicate(what: string): TypeError {
  return new TypeError(`accepts.ts has no predicate for this: ${what}. Teach it to src/accepts first.`);
}

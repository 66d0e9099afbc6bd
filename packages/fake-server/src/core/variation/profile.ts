/** Options out of what a conformance run observed of a real service. */
import { OptionError } from '../errors.ts';
import type { Knobs } from './rules.ts';

/** What an observed body was. */
interface SeenBody {
  readonly body: 'empty' | 'json' | 'html' | 'text';
  readonly fields: readonly string[];
}

/** The observations that options can follow; an `ObservedProfile` of `…/conformance` has them and more. */
export interface LoadableProfile {
  readonly version: 1;
  readonly observed: {
    readonly 'identifier-form'?: { readonly letterCase: 'lower' | 'upper' | 'mixed' };
    readonly 'timestamp-fraction'?: { readonly digits: readonly number[] };
    readonly expiry?: { readonly expiredListed: boolean; readonly activityStatus: number | null };
    readonly 'list-order'?: { readonly listMockServices: string };
    readonly 'clear-activity-body'?: SeenBody;
    readonly 'delete-body'?: SeenBody;
    readonly 'updated-at'?: { readonly changed: boolean };
    readonly 'error-body'?: SeenBody;
  };
}

const fractions = { 0: 'trimmed', 3: 'stored', 6: 'microseconds', 9: 'nanoseconds' } as const;

/**
 * @returns The options that the observations amount to; what no option can follow is left out.
 * @throws {OptionError} for a profile of another version.
 */
export function knobsOf(profile: LoadableProfile | undefined): Knobs {
  if (profile === undefined) return {};
  // A profile comes out of a file.
  const version: unknown = Reflect.get(Object(profile) as object, 'version');
  if (version !== 1) throw new OptionError('profile', 'observed profile of version 1');
  const { observed } = profile;
  const { expiry } = observed;
  return defined({
    identifierCase: ({ lower: 'stored', upper: 'upper', mixed: 'mixed' } as const)[
      observed['identifier-form']?.letterCase ?? 'lower'
    ],
    timestampFraction: fractionOf(observed['timestamp-fraction']?.digits),
    onExpiry: expiry && expiryOf(expiry),
    listOrder: observed['list-order']?.listMockServices === 'newest first' ? 'reversed' : undefined,
    clearActivityBody: bodyOf(observed['clear-activity-body']),
    deleteBody: bodyOf(observed['delete-body']),
    updatedAt: observed['updated-at']?.changed === false ? 'stays' : undefined,
    errorBody: errorBodyOf(observed['error-body']),
  });
}

function fractionOf(digits: readonly number[] | undefined): Knobs['timestampFraction'] {
  const [one, ...others] = digits ?? [];
  if (one === undefined) return undefined;
  return others.length > 0 ? 'trimmed' : fractions[one as keyof typeof fractions];
}

function expiryOf({
  expiredListed,
  activityStatus,
}: NonNullable<LoadableProfile['observed']['expiry']>): Knobs['onExpiry'] {
  if (expiredListed) return 'keep';
  return activityStatus === null || activityStatus < 400 ? 'hide' : 'gone';
}

function bodyOf(seen: SeenBody | undefined): Knobs['deleteBody'] {
  if (seen === undefined) return undefined;
  if (seen.body === 'json') return seen.fields.length === 0 ? 'object' : 'json';
  return seen.body === 'empty' ? 'empty' : 'text';
}

function errorBodyOf(seen: SeenBody | undefined): Knobs['errorBody'] {
  if (seen === undefined || seen.body !== 'json')
    return seen?.body as Exclude<SeenBody['body'], 'json'> | undefined;
  if (seen.fields.includes('error')) return 'nested';
  return seen.fields.includes('message') ? 'message' : 'problem';
}

function defined(knobs: Knobs): Knobs {
  return Object.fromEntries(Object.entries(knobs).filter(([, value]) => value !== undefined));
}

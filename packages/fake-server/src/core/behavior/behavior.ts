import type { OperationId } from '@mock-services/sdk/contract';
import { optionError } from '../errors.ts';
import type { Internals } from '../internals.ts';
import type { WireResponse } from '../http/message.ts';
import { oneOfOption } from '../checks/options.ts';
import { seededRandom, type Random } from '../random.ts';
import type { DraftResponse, Fields } from './draft-response.ts';
import type { Assumption, OpenPoint } from './open-point.ts';
import { openPointTable } from './open-points.ts';
import type { Settings } from './options.ts';
import { withProfile, type OptionsWithProfile } from './profile.ts';

export interface Behavior {
  readonly settings: Settings;
  readonly variations: readonly Variation[];
  readonly seed: number;
}

interface Variation {
  readonly point: string;
  readonly index: number;
  readonly isGreased: boolean;
  readonly usual: unknown;
  readonly next: (random: Random) => unknown;
  readonly vary: NonNullable<OpenPoint['vary']>;
}

/** The keys of this table are the ids in `openPoints` of the contract. */
export const assumptions: { readonly [point: string]: Assumption } = openPointTable;

const points = /*@__PURE__*/ Object.entries(openPointTable);

export function readBehavior(given: OptionsWithProfile, randomSeed: number): Behavior {
  const { grease = false } = given;
  if (typeof grease !== 'boolean' && !Number.isSafeInteger(grease))
    throw optionError('grease', 'true, false or an integer', grease);
  const seed = typeof grease === 'number' ? grease : randomSeed;
  const explicit: Fields = { ...given };
  const options: Fields = { ...withProfile(given) };
  const settings: Fields = {};
  const variations = points.flatMap(([point, row], index): Variation[] => {
    const { option, values, check, isFixed = false, vary } = row;
    if (option === undefined || (!values && !check)) return [];
    const usual = values?.[0];
    const value = values ? oneOfOption(option, options[option], values) : check?.(options[option]);
    settings[option] = value;
    const isGreased = grease !== false && values !== undefined && explicit[option] === undefined;
    if (!vary || (!isGreased && value === usual)) return [];
    const pick = (random: Random) => values?.[random.below(values.length)];
    const fixed = isFixed ? pick(seededRandom(seed + index)) : undefined;
    const next = (random: Random) => (isGreased ? (fixed ?? pick(random)) : value);
    return [{ point, index, isGreased, usual, next, vary }];
  });
  // The cast is safe, because the table row of each option has checked the value.
  return { settings: settings as Settings, variations, seed };
}

export function accessTo(behavior: Behavior): Pick<Internals, 'checkToken' | 'varyError'> {
  const { requiredToken } = behavior.settings;
  return {
    checkToken: (token) => {
      if (requiredToken === undefined || requiredToken === token) return;
      const expected =
        'the same token for the fake server and for the server (serve, createHandler), because a request can send only one. Set it for one of them';
      throw optionError('requiredToken', expected);
    },
    varyError: (response) => varyResponse(behavior, undefined, response, seededRandom(behavior.seed)),
  };
}

/** The option `errorBody` determines the form of a fault's error, but grease does not vary it. */
export function varyFault(behavior: Behavior, response: WireResponse): WireResponse {
  const variations = behavior.variations.filter(
    ({ point, isGreased }) => point === 'error-body' && !isGreased,
  );
  return varyResponse({ ...behavior, variations }, undefined, response, seededRandom(behavior.seed));
}

const greaseHeader = 'x-mock-services-grease';

export function varyResponse(
  { variations }: Behavior,
  operation: OperationId | undefined,
  response: WireResponse,
  random: Random,
): WireResponse {
  if (variations.length === 0) return response;
  const { 'content-type': contentType, ...headers } = response.headers;
  const draft: DraftResponse = {
    operation: response.status < 400 ? operation : undefined,
    status: response.status,
    contentType,
    body: response.body === '' ? '' : (JSON.parse(response.body) as Fields),
  };
  // Each varied open point has its own random numbers, so that an option of one point does not affect other points.
  const base = variations.some(({ isGreased }) => isGreased) ? random.below(2 ** 32) : undefined;
  const applied = variations.filter(({ index, usual, next, vary }) => {
    const own = base === undefined ? random : seededRandom(base + index);
    const value = next(own);
    return value !== usual && vary(value, draft, own);
  });
  const greased = applied.filter(({ isGreased }) => isGreased).map(({ point }) => point);
  return {
    ...response,
    status: draft.status,
    headers: {
      ...headers,
      ...(draft.contentType !== undefined && { 'content-type': draft.contentType }),
      ...(greased.length > 0 && { [greaseHeader]: greased.join(', ') }),
    },
    body: typeof draft.body === 'string' ? draft.body : JSON.stringify(draft.body),
  };
}

/** Varies the bodies of successful responses without changing their meaning. */
import {
  activityMetadata,
  endpoints,
  identifier,
  timestamp,
  type HeaderValue,
  type MockService,
  type OperationId,
} from '@mock-services/sdk/contract';
import * as z from 'zod/mini';
import type { WireResponse } from '../http/message.ts';
import type { Random } from '../random.ts';
import type { VariationOptions } from './behavior-options.ts';

/** Settings and random numbers for varying one response. */
export interface Variant {
  readonly options: VariationOptions;
  readonly random: Random;
  /** Records that an option changed the response. */
  readonly apply: (name: keyof VariationOptions) => void;
}

export function varyBody(response: WireResponse, operation: OperationId, variant: Variant): WireResponse {
  if (response.body === '') return varyEmptyBody(response, operation, variant);
  const { options, apply } = variant;
  const value = JSON.parse(response.body) as Fields;
  if (Array.isArray(value['data'])) value['data'] = reordered(value['data'], variant);
  varyFields(value, endpoints[operation].result, variant);
  if (operation === 'getWorkspaceConfiguration') addHeader(value['data'] as MockService, variant);
  if (options.contentType !== 'application/json') apply('contentType');
  const headers = { ...response.headers, 'content-type': options.contentType };
  return { ...response, headers, body: JSON.stringify(value) };
}

/** Content types and bodies of responses whose body the interface does not specify. */
const openBodies = {
  object: ['application/json', '{}'],
  text: ['text/plain; charset=utf-8', 'OK'],
  json: ['application/json', '{"message":"Done."}'],
} as const;

function varyEmptyBody(
  response: WireResponse,
  operation: OperationId,
  { options, apply }: Variant,
): WireResponse {
  const name = operation === 'clearActivity' ? 'clearActivityBody' : 'deleteBody';
  const value = options[name];
  if (value === 'empty') return response;
  apply(name);
  const [type, body] = openBodies[value];
  return { ...response, headers: { ...response.headers, 'content-type': type }, body };
}

function reordered(items: readonly unknown[], { options, random, apply }: Variant): unknown[] {
  if (options.listOrder === 'insertion' || items.length < 2) return [...items];
  apply('listOrder');
  const order = items.map((_, index) => items[items.length - 1 - index]);
  if (options.listOrder === 'reversed') return order;
  // Fisher-Yates shuffle.
  for (let i = order.length - 1; i > 0; i -= 1) {
    const other = random.below(i + 1);
    [order[i], order[other]] = [order[other], order[i]];
  }
  return order;
}

type Fields = Record<string, unknown>;

/** Varies the fields of an object in place, or the objects in a list. Maps and unknown fields are not varied. */
function varyFields(value: unknown, schema: z.core.$ZodType | undefined, variant: Variant): void {
  if (schema instanceof z.ZodMiniArray) {
    for (const item of value as unknown[]) varyFields(item, schema.def.element, variant);
  } else if (schema instanceof z.ZodMiniObject) {
    const fields = value as Fields;
    for (const [key, field] of Object.entries(schema.shape)) {
      if (field === identifier) varyText(fields, key, 'identifierCase', variant);
      else if (field === timestamp) varyText(fields, key, 'timestampFraction', variant);
      else varyFields(fields[key], field, variant);
    }
    addField(fields, schema === activityMetadata ? 'metadataFields' : 'unknownFields', variant);
  }
}

function varyText(
  owner: Fields,
  key: string,
  kind: 'identifierCase' | 'timestampFraction',
  { options, apply }: Variant,
): void {
  const text = String(owner[key]);
  const varied =
    kind === 'identifierCase'
      ? withCase(text, options.identifierCase)
      : withFraction(text, options.timestampFraction);
  if (varied === text) return;
  apply(kind);
  owner[key] = varied;
}

/**
 * Changes the letter case of an identifier. The same identifier always gets the same letter case, so that clients can
 * compare identifiers.
 */
function withCase(id: string, identifierCase: VariationOptions['identifierCase']): string {
  const isUpper =
    identifierCase === 'upper' ||
    (identifierCase === 'mixed' && (id.codePointAt(id.length - 1) ?? 0) % 2 === 0);
  return isUpper ? id.toUpperCase() : id;
}

const digits = { trimmed: 0, microseconds: 6, nanoseconds: 9 } as const;

/** Changes the number of fraction digits of a timestamp by adding or removing zeros. The time stays the same. */
function withFraction(timestamp: string, fraction: VariationOptions['timestampFraction']): string {
  if (fraction === 'stored') return timestamp;
  return timestamp.replace(/(?:\.(\d+))?Z$/, (_, stored = '') => {
    const [significant = ''] = /^\d*[1-9]/.exec(String(stored)) ?? [];
    const shown = significant.padEnd(digits[fraction], '0');
    return shown === '' ? 'Z' : `.${shown}Z`;
  });
}

function addField(
  owner: Fields,
  option: 'metadataFields' | 'unknownFields',
  { options, random, apply }: Variant,
): void {
  if (options[option] !== 'added') return;
  apply(option);
  owner[`grease${random.below(1000)}`] = otherValue(random.below(6));
}

function addHeader({ config }: MockService, { options, random, apply }: Variant): void {
  if (options.headerValueTypes !== 'added') return;
  apply('headerValueTypes');
  config.defaultResponseHeaders['x-grease'] = otherValue(random.below(5)) as HeaderValue;
}

function otherValue(kind: number): unknown {
  return ['text', 42, null, ['a', 1], { nested: true }, false][kind];
}

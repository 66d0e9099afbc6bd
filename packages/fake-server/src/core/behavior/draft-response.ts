import { endpoints, type OperationId } from '@mock-services/sdk/contract';
import * as z from 'zod/mini';
import type { Random } from '../random.ts';

export type Fields = Record<string, unknown>;

export interface DraftResponse {
  /** `undefined` if the response is an error. */
  readonly operation: OperationId | undefined;
  status: number;
  contentType: string | undefined;
  /** A JSON object, or a string that is sent unchanged. */
  body: Fields | string;
}

export type Content = Pick<DraftResponse, 'contentType' | 'body'>;

function objectsIn({ operation, body }: DraftResponse): Generator<FieldsOf> {
  return objectsOf(body, operation && endpoints[operation].result);
}

type FieldsOf = readonly [fields: Fields, schema: z.ZodMiniObject];

function* objectsOf(value: unknown, schema: z.core.$ZodType | undefined): Generator<FieldsOf> {
  if (schema instanceof z.ZodMiniArray) {
    for (const item of value as unknown[]) yield* objectsOf(item, schema.def.element);
  } else if (schema instanceof z.ZodMiniObject) {
    const fields = value as Fields;
    yield [fields, schema];
    for (const [key, field] of Object.entries(schema.shape)) yield* objectsOf(fields[key], field);
  }
}

export function changeTexts(
  response: DraftResponse,
  schema: z.core.$ZodType,
  change: (text: string) => string,
): boolean {
  let hasChanged = false;
  for (const [fields, { shape }] of objectsIn(response)) {
    for (const key of Object.keys(shape).filter((key) => shape[key] === schema)) {
      const text = String(fields[key]);
      fields[key] = change(text);
      hasChanged ||= fields[key] !== text;
    }
  }
  return hasChanged;
}

export function addFields(
  response: DraftResponse,
  random: Random,
  accepts: (schema: z.core.$ZodType) => boolean,
): boolean {
  const owners = Array.from(objectsIn(response)).filter(([, schema]) => accepts(schema));
  for (const [owner] of owners) owner[`grease${random.below(1000)}`] = anyValue(random);
  return owners.length > 0;
}

/** Never returns a boolean, because header values are usually booleans (§2.3). */
export function anyValue(random: Random): unknown {
  return ['text', 42, null, ['a', 1], { nested: true }][random.below(5)];
}

import {
  type ActivityEntry,
  bodyOf,
  type BodyError,
  isBodyError,
  type RecordedRequest,
  type RecordedResponse,
} from '@mock-services/sdk/activity';
import { turn } from '../../../window/turn.ts';
import { type BodyForm, isRaster, isTextual, maybeJson, saysJson } from './forms.ts';

export type RecordedMessage = RecordedRequest | RecordedResponse;

/** Decoded body, and the formats in which the page can show the body. */
export interface ReadBody {
  readonly contentType: string | undefined;
  /** Decoded bytes, or the recorded bytes if decoding fails. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: string | undefined;
  readonly json: { readonly value: unknown } | undefined;
  /** Formats in which the page can show the body. The most suitable format is first. */
  readonly forms: readonly BodyForm[];
  /** Error to show above the body. */
  readonly problem: BodyError | undefined;
}

/**
 * Decodes a body. Yields between the steps, so that a large body does not block the page.
 *
 * @throws {@link BodyError} if the body is not valid Base64.
 */
export async function readBody(message: RecordedMessage, entry: ActivityEntry): Promise<ReadBody> {
  const side = 'statusCode' in message ? 'response' : 'request';
  const recorded = bodyOf({ ...entry, [side]: message }, side);
  const { contentType } = recorded;
  const decoded = await settled(() => recorded.decoded());
  const none = { contentType, text: undefined, json: undefined };
  // `bytes` throws if the Base64 is invalid.
  if (isBodyError(decoded)) return { ...none, bytes: recorded.bytes(), forms: ['hex'], problem: decoded };
  await turn();
  const bytes = decoded.bytes();
  await turn();
  const text = await settled(() => decoded.text());
  const isImage = isRaster(contentType, bytes);
  if (isBodyError(text))
    return { ...none, bytes, forms: isImage ? ['image', 'hex'] : ['hex'], problem: text };
  await turn();
  const json = maybeJson(contentType, bytes) ? await settled(() => ({ value: decoded.json() })) : undefined;
  const isText = isTextual(contentType, bytes);
  const forms: BodyForm[] = [
    ...(isImage ? (['image'] as const) : []),
    ...(json === undefined || isBodyError(json) ? [] : (['json'] as const)),
    ...(isText && !isImage ? (['text', 'hex'] as const) : (['hex', 'text'] as const)),
  ];
  return {
    contentType,
    bytes,
    text,
    json: isBodyError(json) ? undefined : json,
    forms,
    problem: isBodyError(json) && saysJson(contentType) ? json : undefined,
  };
}

async function settled<T>(work: () => T | Promise<T>): Promise<T | BodyError> {
  try {
    return await work();
  } catch (error) {
    if (isBodyError(error)) return error;
    throw error;
  }
}

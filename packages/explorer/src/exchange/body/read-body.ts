import {
  type ActivityEntry,
  bodyOf,
  type BodyError,
  isBodyError,
  type RecordedMessage,
} from '@mock-services/sdk/activity';
import { turn } from '../../window/turn.ts';
import { type BodyForm, isRaster, isTextual, maybeJson, saysJson } from './forms.ts';

/** A body in all forms that it can be shown in. */
export interface ReadBody {
  readonly contentType: string | undefined;
  /** Decoded bytes; the recorded ones if the content-encoding is broken. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: string | undefined;
  readonly json: { readonly value: unknown } | undefined;
  /** The forms that it can be shown in, best first. */
  readonly forms: readonly BodyForm[];
  /** Problem to report. */
  readonly problem: BodyError | undefined;
}

/**
 * Reads a body. Each step is a task of its own, so that a large body does not block the page.
 *
 * @throws {@link BodyError} where its Base64 is broken.
 */
export async function readBody(
  message: RecordedMessage,
  entry: ActivityEntry | undefined,
): Promise<ReadBody> {
  const recorded = bodyOf(message, entry);
  const { contentType } = recorded;
  const decoded = await settled(() => recorded.decoded());
  const none = { contentType, text: undefined, json: undefined };
  // Throws if not even the Base64 is valid.
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

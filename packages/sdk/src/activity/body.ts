import type { ActivityEntry, RecordedRequest, RecordedResponse } from '../contract/resources.ts';
import { type Bytes, type Decoded, decodeBase64 } from './base64.ts';
import { decompress } from './content-encoding.ts';
import { BodyError, type BodyPlace } from './errors/body-error.ts';
import { headerOf } from './headers.ts';
import { decodeText, decoderFor } from './text.ts';

/** A recorded request or response: anything that has headers and a body (§2.5). */
export type RecordedMessage =
  | Pick<RecordedRequest, 'headers' | 'bodyBase64Encoded'>
  | Pick<RecordedResponse, 'headers' | 'bodyBase64Encoded'>;

/** Limits for decoding a content-encoding. */
export interface DecodeOptions {
  /**
   * The most bytes that a decoded body may have: a small body can grow a thousandfold.
   *
   * @default 104_857_600 (100 MiB)
   */
  readonly maxBytes?: number | undefined;
}

/** A recorded body. Nothing is decoded before a method is called, and each call decodes again. */
export interface Body {
  /** The recorded `content-type` header. */
  readonly contentType: string | undefined;
  /**
   * The recorded bytes, still with their content-encoding, if any.
   *
   * @throws {@link BodyError} with fault `base64`.
   */
  bytes(): Bytes;
  /**
   * The bytes as text, decoded by their byte order mark, else by the charset of `contentType`, else as UTF-8.
   * Bytes that are invalid in the charset become U+FFFD.
   *
   * @throws {@link BodyError} with fault `base64`, or `charset` if the platform does not know the charset.
   */
  text(): string;
  /**
   * The text parsed as JSON.
   *
   * @throws {@link BodyError} with fault `json`, or any that `text()` throws.
   */
  json(): unknown;
  /**
   * The bytes with their content-encoding decoded: gzip and deflate everywhere, br where the platform supports
   * it. Without a content-encoding, the recorded bytes.
   *
   * @throws {@link BodyError} with fault `content-encoding`, `size` or `base64`.
   */
  decodedBytes(options?: DecodeOptions): Promise<Bytes>;
  /**
   * The same body with its content-encoding decoded, to read its text or JSON.
   *
   * @throws {@link BodyError} as `decodedBytes()` does.
   */
  decoded(options?: DecodeOptions): Promise<Body>;
}

export const defaultMaxBytes = 100 * 1024 * 1024;

/**
 * Reads the body of a recorded message (§2.5). It accepts Base64 in either alphabet, padded or not, because the
 * interface leaves that open.
 *
 * @param message - `entry.request` or `entry.response`.
 * @param entry - The entry of the message. Errors name it. Required for an entry of `fromHar` or
 *   `decodeBodies`, whose metadata says that its bodies are decoded already.
 * @example
 * ```ts
 * import { bodyOf } from '@mock-services/sdk/activity';
 *
 * bodyOf(entry.request).json(); // { sku: 'A-1', quantity: 2 }
 * (await bodyOf(entry.response, entry).decoded()).text();
 * ```
 */
export function bodyOf(
  message: RecordedMessage,
  entry?: Pick<ActivityEntry, 'id'> & Partial<ActivityEntry>,
): Body {
  const source = placeOf(message, entry);
  const bytesOf = (decoded: Decoded): Bytes => {
    if ('bytes' in decoded) return decoded.bytes;
    throw new BodyError(source, decoded.fault, decoded.problem);
  };
  const contentType = headerOf(message.headers, 'content-type');
  const isDecoded = entry?.metadata?.['decoded'] === true;
  const coding = isDecoded ? '' : (headerOf(message.headers, 'content-encoding') ?? '');

  const body = (bytes: () => Bytes, coding: string): Body => {
    const text = () => {
      const decoder = decoderFor(contentType);
      if (decoder) return decodeText(bytes(), decoder);
      const problem =
        'this platform does not know the charset that its content-type names. Its bytes can be read';
      throw new BodyError(source, 'charset', problem);
    };
    const json = (): unknown => {
      const read = text();
      try {
        return JSON.parse(read);
      } catch {
        // The platform's own message quotes the text.
        throw new BodyError(source, 'json', notJson(read, coding));
      }
    };
    const decodedBytes = async ({ maxBytes = defaultMaxBytes }: DecodeOptions = {}) =>
      bytesOf(await decompress(bytes(), coding, maxBytes));
    const decoded = async (options?: DecodeOptions) => {
      const plain = await decodedBytes(options);
      return body(() => plain.slice(), '');
    };
    return { contentType, bytes, text, json, decodedBytes, decoded };
  };
  return body(() => bytesOf(decodeBase64(message.bodyBase64Encoded)), coding);
}

function notJson(text: string, coding: string): string {
  if (text === '') return 'it is empty, not JSON';
  if (coding === '') return 'it is not JSON. It can be read as text';
  return 'it is not JSON as it was recorded, since it has a content-encoding. Decode it first: (await bodyOf(message, entry).decoded()).json()';
}

/** Where a body is, for an error. */
export function placeOf(message: RecordedMessage, entry: Pick<ActivityEntry, 'id'> | undefined): BodyPlace {
  const field = 'statusCode' in message ? 'response.bodyBase64Encoded' : 'request.bodyBase64Encoded';
  return { entryId: entry?.id, field };
}

import type { ActivityEntry, RecordedRequest, RecordedResponse } from '../contract/resources.ts';
import {
  type Bytes,
  type Decoded,
  decodeBase64,
  decodeText,
  decoderFor,
  decompress,
  encodeBase64,
} from './bytes.ts';
import { BodyError, type BodyPlace, isBodyError } from './errors.ts';
import { headerOf, notesOf, withNotes } from './exchange.ts';

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

/** A recorded body. Each call of a method decodes it again. */
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
   * The bytes as text. Their byte order mark determines the charset, or `contentType`, or it is UTF-8. Bytes that are
   * invalid in the charset become U+FFFD.
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
   * The bytes with their content-encoding decoded: gzip and deflate on every platform, br on platforms that support it.
   * Without a content-encoding, the recorded bytes.
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

const defaultMaxBytes = 100 * 1024 * 1024;

/**
 * Reads the body of a recorded message (§2.5). It accepts Base64 in either alphabet, padded or not, because the
 * interface leaves that open.
 *
 * @param message - `entry.request` or `entry.response`.
 * @param entry - The entry of the message. Errors name the entry. Required for an entry of `fromHar` or
 *   `decodeBodies`, because its metadata says whether its bodies are decoded.
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
  const recordedCoding = contentCoding(message, entry);

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
  return body(() => bytesOf(decodeBase64(message.bodyBase64Encoded)), recordedCoding);
}

/** The content-encoding that a recorded body still has, empty if there is none. */
export function contentCoding(message: RecordedMessage, entry: Partial<ActivityEntry> | undefined): string {
  return notesOf(entry?.metadata).decoded ? '' : (headerOf(message.headers, 'content-encoding') ?? '');
}

function notJson(text: string, coding: string): string {
  if (text === '') return 'it is empty, not JSON';
  if (coding === '') return 'it is not JSON. It can be read as text';
  return 'it is not JSON as it was recorded, since it has a content-encoding. Decode it first: (await bodyOf(message, entry).decoded()).json()';
}

/** The place of a body, for an error. */
function placeOf(message: RecordedMessage, entry: Pick<ActivityEntry, 'id'> | undefined): BodyPlace {
  const field = 'statusCode' in message ? 'response.bodyBase64Encoded' : 'request.bodyBase64Encoded';
  return { entryId: entry?.id, field };
}

/** Limits for decoding the bodies of many entries. */
export interface DecodeBodiesOptions extends DecodeOptions {
  /**
   * The most bytes that all bodies may have together, including bodies without a content-encoding.
   *
   * @default 268_435_456 (256 MiB)
   */
  readonly maxTotalBytes?: number | undefined;
}

const defaultMaxTotalBytes = 256 * 1024 * 1024;

/**
 * Decodes the content-encoding of the bodies of entries, as HAR requires, one after the other. The headers stay, and
 * `metadata['@mock-services/sdk'].decoded` becomes true.
 *
 * @throws {@link BodyError} when a body cannot be decoded, and with fault `size` when all bodies together are too long.
 * @example
 * ```ts
 * import { decodeBodies, toHar } from '@mock-services/sdk/activity';
 *
 * const har = toHar(await decodeBodies(entries));
 * ```
 */
export async function decodeBodies(
  entries: readonly ActivityEntry[],
  { maxBytes = defaultMaxBytes, maxTotalBytes = defaultMaxTotalBytes }: DecodeBodiesOptions = {},
): Promise<ActivityEntry[]> {
  let left = maxTotalBytes;
  const decode = async <Message extends RecordedMessage>(message: Message, entry: ActivityEntry) => {
    const tooLong = () => {
      const problem = `with it, the decoded bodies are longer than maxTotalBytes of ${maxTotalBytes}. Raise that, or decode fewer entries`;
      return new BodyError(placeOf(message, entry), 'size', problem);
    };
    const limit = Math.min(maxBytes, left);
    const bytes = await bodyOf(message, entry)
      .decodedBytes({ maxBytes: limit })
      .catch((error: unknown) => {
        throw limit < maxBytes && isBodyError(error) && error.fault === 'size' ? tooLong() : error;
      });
    left -= bytes.length;
    if (left < 0) throw tooLong();
    return { ...message, bodyBase64Encoded: encodeBase64(bytes) };
  };
  const decoded: ActivityEntry[] = [];
  for (const entry of entries) {
    const request = await decode(entry.request, entry);
    const response = await decode(entry.response, entry);
    decoded.push({ ...entry, request, response, metadata: withNotes(entry.metadata, { decoded: true }) });
  }
  return decoded;
}

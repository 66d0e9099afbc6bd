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

/** A recorded request or response, or any other object with the headers and the body of a message (§2.5). */
export type RecordedMessage =
  | Pick<RecordedRequest, 'headers' | 'bodyBase64Encoded'>
  | Pick<RecordedResponse, 'headers' | 'bodyBase64Encoded'>;

/** Limits for decoding a content-encoding. */
export interface DecodeOptions {
  /**
   * Maximum size of a decoded body in bytes. A limit protects the program from a small compressed body that expands to
   * a very large body.
   *
   * @default 104_857_600 (100 MiB)
   */
  readonly maxBytes?: number | undefined;
}

/** A recorded body. Each call of a method decodes the recorded body again. */
export interface Body {
  /** The recorded `content-type` header. */
  readonly contentType: string | undefined;
  /**
   * Returns the recorded bytes without decoding their content-encoding.
   *
   * @throws {@link BodyError} with fault `base64`.
   */
  bytes(): Bytes;
  /**
   * Returns the bytes as text. A byte order mark determines the charset. If the body has no byte order mark,
   * `contentType` determines the charset. The default charset is UTF-8. Invalid byte sequences become U+FFFD.
   *
   * @throws {@link BodyError} with fault `base64`, or with fault `charset` if the platform does not know the charset.
   */
  text(): string;
  /**
   * Parses the text as JSON.
   *
   * @throws {@link BodyError} with fault `json`, or with any fault that `text()` can have.
   */
  json(): unknown;
  /**
   * Decodes the content-encoding and returns the bytes. Every platform can decode gzip and deflate. Only some platforms
   * can decode br. Returns the recorded bytes if the message has no content-encoding.
   *
   * @throws {@link BodyError} with fault `content-encoding`, `size` or `base64`.
   */
  decodedBytes(options?: DecodeOptions): Promise<Bytes>;
  /**
   * Decodes the content-encoding and returns the result as a new body. Use the new body to read text or JSON.
   *
   * @throws {@link BodyError} with any fault that `decodedBytes()` can have.
   */
  decoded(options?: DecodeOptions): Promise<Body>;
}

const defaultMaxBytes = 100 * 1024 * 1024;

/**
 * Reads the body of a recorded message (§2.5). Accepts Base64 in the standard or the URL-safe alphabet, with or without
 * padding. The interface does not specify which form of Base64 is used.
 *
 * @param message - `entry.request` or `entry.response`.
 * @param entry - The entry that contains the message. Error messages contain the id of the entry. The argument `entry`
 *   is required for an entry from `fromHar` or `decodeBodies`, because the metadata of an entry records whether its
 *   bodies are already decoded.
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
        'this platform does not know the charset that its content-type names. Read its bytes instead';
      throw new BodyError(source, 'charset', problem);
    };
    const json = (): unknown => {
      const read = text();
      try {
        return JSON.parse(read);
      } catch {
        // The platform's error message is not used, because it would quote the body.
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

/** Returns the content-encoding of a recorded body, or an empty string if the body is already decoded. */
export function contentCoding(message: RecordedMessage, entry: Partial<ActivityEntry> | undefined): string {
  return notesOf(entry?.metadata).decoded ? '' : (headerOf(message.headers, 'content-encoding') ?? '');
}

function notJson(text: string, coding: string): string {
  if (text === '') return 'it is empty, so it is not JSON';
  if (coding === '') return 'it is not JSON. Read it as text instead';
  return 'it is not JSON because it still has a content-encoding. Decode it first: (await bodyOf(message, entry).decoded()).json()';
}

function placeOf(message: RecordedMessage, entry: Pick<ActivityEntry, 'id'> | undefined): BodyPlace {
  const field = 'statusCode' in message ? 'response.bodyBase64Encoded' : 'request.bodyBase64Encoded';
  return { entryId: entry?.id, field };
}

/** Limits for decoding the bodies of several entries. */
export interface DecodeBodiesOptions extends DecodeOptions {
  /**
   * Maximum total size of all decoded bodies in bytes. Bodies without a content-encoding are included in the total.
   *
   * @default 268_435_456 (256 MiB)
   */
  readonly maxTotalBytes?: number | undefined;
}

const defaultMaxTotalBytes = 256 * 1024 * 1024;

/**
 * Returns copies of the entries with the content-encoding of their bodies removed. Call this function before `toHar`,
 * because a HAR file stores decoded bodies. The bodies are decoded one after the other. The headers stay unchanged. In
 * the metadata of each copy, the SDK's field `decoded` is set to true. The metadata key is `@mock-services/sdk`.
 *
 * @throws {@link BodyError} if a body cannot be decoded, or with fault `size` if the bodies exceed a limit.
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
      const problem = `the total size of the decoded bodies exceeds maxTotalBytes (${maxTotalBytes}). Raise the limit, or decode fewer entries`;
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

import { parseJson } from '../contract/kinds.ts';
import type { ActivityEntry } from '../contract/resources.ts';
import { allMessageFields, checkEntries, checkEntry, invalid, messageFields } from './arguments.ts';
import {
  type Bytes,
  decodeBase64,
  decodeText,
  decoderFor,
  decompress,
  encodeBase64,
  usualMaxBytes,
} from './bytes.ts';
import { ActivityError, type BodyFault, isActivityError } from '../errors.ts';
import { headerOf, notesOf, withNotes } from './exchange.ts';

export type Side = 'request' | 'response';

export interface DecodeOptions {
  /**
   * Maximum size of a decoded body in bytes. A small compressed body may expand to several gigabytes.
   * @default 104_857_600 (100 MiB)
   */
  readonly maxBytes?: number | undefined;
}

/** A recorded body. Each method call decodes the body again. */
export interface Body {
  readonly contentType: string | undefined;
  /**
   * Returns the recorded bytes without decoding their content-encoding.
   * @throws {@link ActivityError} `unreadable-body` with the fault `base64`.
   */
  bytes(): Bytes;
  /**
   * Decodes the bytes as text. A byte order mark takes precedence over the charset in `contentType`, and the default is
   * UTF-8. Invalid byte sequences become U+FFFD.
   * @throws {@link ActivityError} `unreadable-body` with the fault `base64`, or `charset` if the charset is unknown.
   */
  text(): string;
  /** @throws {@link ActivityError} `unreadable-body` with the fault `json`, or with a fault of `text()`. */
  json(): unknown;
  /**
   * Decodes the content-encoding. Every platform supports gzip and deflate, but only some platforms support br.
   * @throws {@link ActivityError} `unreadable-body` with the fault `content-encoding`, `size` or `base64`.
   */
  decodedBytes(options?: DecodeOptions): Promise<Bytes>;
  /**
   * Decodes the content-encoding and returns a new body with readable text or JSON.
   * @throws {@link ActivityError} `unreadable-body` with a fault of `decodedBytes()`.
   */
  decoded(options?: DecodeOptions): Promise<Body>;
}

const defaultMaxBytes = 100 * 1024 * 1024;

/**
 * Reads the body of a recorded request or response (§2.5). Accepts Base64 in the standard or the URL-safe alphabet,
 * with or without padding, because the interface does not specify the Base64 form.
 * @throws TypeError if `side` is neither `'request'` nor `'response'`, or if the entry lacks that side.
 * @example
 * ```ts
 * import { bodyOf } from '@mock-services/sdk/activity';
 *
 * bodyOf(entry, 'request').json(); // { sku: 'A-1', quantity: 2 }
 * (await bodyOf(entry, 'response').decoded()).text();
 * ```
 */
export function bodyOf(entry: ActivityEntry, side: Side): Body {
  // Check `side`, because `bodyOf(entry)` would otherwise fail with an error about an unknown property.
  if (!['request', 'response'].includes(side)) throw invalid('side', "'request' or 'response'", side);
  checkEntry('bodyOf', entry, messageFields[side]);
  const { headers, bodyBase64Encoded } = entry[side];
  const recorded = () => {
    const bytes = decodeBase64(bodyBase64Encoded);
    if (bytes) return bytes;
    throw bodyError(entry, side, 'base64', 'it is not valid Base64');
  };
  const contentType = headerOf(headers, 'content-type');

  const body = (bytes: () => Bytes, coding: string): Body => {
    const text = () => {
      const decoder = decoderFor(contentType);
      if (decoder) return decodeText(bytes(), decoder);
      const problem =
        'this platform does not support the charset in its content-type. Read its bytes instead';
      throw bodyError(entry, side, 'charset', problem);
    };
    const json = (): unknown => {
      const read = text();
      const value = parseJson(read);
      if (value !== undefined) return value;
      throw bodyError(entry, side, 'json', notJson(read, coding, side));
    };
    const decodedBytes = async ({ maxBytes = defaultMaxBytes }: DecodeOptions = {}) => {
      const decoded = await decompress(bytes(), coding, maxBytes);
      if ('bytes' in decoded) return decoded.bytes;
      throw bodyError(entry, side, decoded.fault, decoded.problem);
    };
    const decoded = async (options?: DecodeOptions) => {
      const plain = await decodedBytes(options);
      return body(() => plain.slice(), '');
    };
    return { contentType, bytes, text, json, decodedBytes, decoded };
  };
  return body(recorded, contentCoding(entry, side));
}

export function contentCoding(entry: ActivityEntry, side: Side): string {
  if (notesOf(entry.metadata).decoded) return '';
  const coding = headerOf(entry[side].headers, 'content-encoding')?.trim() ?? '';
  return /^identity$/i.test(coding) ? '' : coding;
}

function notJson(text: string, coding: string, side: Side): string {
  if (text === '') return 'it is empty, so it is not JSON';
  if (coding === '') return 'it is not JSON. Read it as text instead';
  return `it is not JSON because it still has a content-encoding. Decode it first: (await bodyOf(entry, '${side}').decoded()).json()`;
}

function bodyError(entry: ActivityEntry, side: Side, fault: BodyFault, problem: string): ActivityError {
  const message = `The ${side} body of entry ${entry.id} cannot be read: ${problem}.`;
  const field = `${side}.bodyBase64Encoded` as const;
  return new ActivityError('unreadable-body', message, { entryId: entry.id, field, fault });
}

export interface DecodeBodiesOptions extends DecodeOptions {
  /**
   * Maximum total size of all decoded bodies in bytes, including bodies without a content-encoding.
   * @default 268_435_456 (256 MiB)
   */
  readonly maxTotalBytes?: number | undefined;
}

/**
 * Returns copies of the entries, in which the content-encoding of each body is decoded. Call `decodeBodies` before
 * `toHar`, because a HAR file stores decoded bodies. Headers stay unchanged, and the field `decoded` of
 * `metadata['@mock-services/sdk']` becomes true.
 * @throws {@link ActivityError} `unreadable-body` if a body cannot be decoded, or with the fault `size` if a limit is
 *   exceeded.
 * @example
 * ```ts
 * import { decodeBodies, toHar } from '@mock-services/sdk/activity';
 *
 * const har = toHar(await decodeBodies(entries));
 * ```
 */
export async function decodeBodies<Entry extends ActivityEntry>(
  entries: readonly Entry[],
  { maxBytes = defaultMaxBytes, maxTotalBytes = usualMaxBytes }: DecodeBodiesOptions = {},
): Promise<Entry[]> {
  checkEntries('decodeBodies', entries, allMessageFields);
  let left = maxTotalBytes;
  const decode = async (entry: ActivityEntry, side: Side): Promise<string> => {
    const tooLong = () => {
      const problem = `the total size of the decoded bodies exceeds maxTotalBytes (${maxTotalBytes}). Raise the limit, or decode fewer entries`;
      return bodyError(entry, side, 'size', problem);
    };
    const limit = Math.min(maxBytes, left);
    const bytes = await bodyOf(entry, side)
      .decodedBytes({ maxBytes: limit })
      .catch((error: unknown) => {
        throw limit < maxBytes && isActivityError(error, 'unreadable-body') && error.fault === 'size'
          ? tooLong()
          : error;
      });
    left -= bytes.length;
    if (left < 0) throw tooLong();
    return encodeBase64(bytes);
  };
  const decoded: Entry[] = [];
  // Decode one entry at a time, so that decoding stops as soon as the total size exceeds its limit.
  for (const entry of entries) {
    const request = { ...entry.request, bodyBase64Encoded: await decode(entry, 'request') };
    const response = { ...entry.response, bodyBase64Encoded: await decode(entry, 'response') };
    decoded.push({ ...entry, request, response, metadata: withNotes(entry.metadata, { decoded: true }) });
  }
  return decoded;
}

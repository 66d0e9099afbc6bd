import type { ActivityEntry, RecordedRequest, RecordedResponse } from '../contract/resources.ts';
import { decodeBase64 } from './base64.ts';
import { decompress } from './content-encoding.ts';
import { BodyError, type BodyFault, type BodyPlace } from './errors/body-error.ts';
import { charsetOf, headerOf } from './headers.ts';

/** A recorded request or response: whatever has headers and a body (§2.5). */
export type RecordedMessage =
  | Pick<RecordedRequest, 'headers' | 'bodyBase64Encoded'>
  | Pick<RecordedResponse, 'headers' | 'bodyBase64Encoded'>;

/** How far to go in undoing a content-encoding. */
export interface DecodeOptions {
  /**
   * The most bytes that a body may have without its content-encoding: a small body can grow a thousandfold.
   *
   * @default 104_857_600 (100 MiB)
   */
  readonly maxBytes?: number | undefined;
}

/** A recorded body. Nothing is decoded before it is asked for, and each call decodes anew. */
export interface Body {
  /** The `content-type` header as it was recorded. */
  readonly contentType: string | undefined;
  /**
   * The bytes as they were recorded: with their content-encoding, where they have one.
   *
   * @throws {@link BodyError} with fault `base64`.
   */
  bytes(): Uint8Array<ArrayBuffer>;
  /**
   * The bytes as text: by their byte order mark, else by the charset of `contentType`, else as UTF-8. Bytes
   * that the charset does not know become U+FFFD.
   *
   * @throws {@link BodyError} with fault `base64`, or `charset` where the platform does not know it.
   */
  text(): string;
  /**
   * The text parsed as JSON.
   *
   * @throws {@link BodyError} with fault `json`, or one that `text()` throws.
   */
  json(): unknown;
  /**
   * The bytes without their content-encoding: gzip and deflate everywhere, br where the platform can. The
   * recorded bytes where there is none.
   *
   * @throws {@link BodyError} with fault `content-encoding`, `size` or `base64`.
   */
  decodedBytes(options?: DecodeOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** The same body without its content-encoding, so that its text or JSON can be read. Throws alike. */
  decoded(options?: DecodeOptions): Promise<Body>;
}

const defaultMaxBytes = 100 * 1024 * 1024;

/**
 * Reads the body of a recorded message (§2.5). Base64 is read in either alphabet, padded or not, since the
 * interface does not say which one it is.
 *
 * @param message - `entry.request` or `entry.response`.
 * @param entry - The entry it belongs to: named in errors, and needed for an entry of `fromHar`, which knows
 *   whether its bodies still have their content-encoding.
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
  const place: BodyPlace = {
    entryId: entry?.id,
    field: 'statusCode' in message ? 'response.bodyBase64Encoded' : 'request.bodyBase64Encoded',
  };
  const fail = (fault: BodyFault, problem: string) => new BodyError(place, fault, problem);
  const contentType = headerOf(message.headers, 'content-type');
  const coding = entry?.metadata?.['decoded'] === true ? '' : headerOf(message.headers, 'content-encoding');
  const recorded = (): Uint8Array<ArrayBuffer> => {
    const bytes = decodeBase64(message.bodyBase64Encoded);
    if (typeof bytes === 'string') throw fail('base64', bytes);
    return bytes;
  };
  return readable(recorded, contentType, coding ?? '', fail);
}

function readable(
  bytes: () => Uint8Array<ArrayBuffer>,
  contentType: string | undefined,
  coding: string,
  fail: (fault: BodyFault, problem: string) => BodyError,
): Body {
  const text = () => {
    const decoder = decoderFor(charsetOf(contentType));
    if (decoder === undefined)
      throw fail('charset', 'this platform does not know the charset of its content-type');
    const raw = bytes();
    return (markedDecoder(raw) ?? decoder).decode(raw);
  };
  const decodedBytes = async ({ maxBytes = defaultMaxBytes }: DecodeOptions = {}) => {
    const outcome = await decompress(bytes(), coding, maxBytes);
    if ('bytes' in outcome) return outcome.bytes;
    throw fail(outcome.fault, outcome.problem);
  };
  return {
    contentType,
    bytes,
    text,
    json: () => {
      const read = text();
      try {
        return JSON.parse(read) as unknown;
      } catch {
        // The platform's own message quotes the text.
        const hint = coding === '' ? '' : '; it has a content-encoding, see decoded()';
        throw fail('json', read === '' ? 'not JSON but empty' : `not JSON${hint}`);
      }
    },
    decodedBytes,
    decoded: async (options) => {
      const plain = await decodedBytes(options);
      return readable(() => plain.slice(), contentType, '', fail);
    },
  };
}

function decoderFor(charset = 'utf-8'): TextDecoder | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}

/** A byte order mark outweighs what headers say (WHATWG Encoding, "decode"). */
function markedDecoder([first, second, third]: Uint8Array): TextDecoder | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder('utf-8');
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  return first === 0xfe && second === 0xff ? new TextDecoder('utf-16be') : undefined;
}

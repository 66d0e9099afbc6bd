import type { ActivityEntry } from '../contract/resources.ts';
import { encodeBase64 } from './base64.ts';
import { bodyOf, type DecodeOptions, defaultMaxBytes, placeOf, type RecordedMessage } from './body.ts';
import { BodyError, isBodyError } from './errors/body-error.ts';

/** Limits for decoding the bodies of many entries. */
export interface DecodeBodiesOptions extends DecodeOptions {
  /**
   * The most bytes that all decoded bodies may have together, those without a content-encoding included.
   *
   * @default 268_435_456 (256 MiB)
   */
  readonly maxTotalBytes?: number | undefined;
}

const defaultMaxTotalBytes = 256 * 1024 * 1024;

/**
 * Decodes the content-encoding of the bodies of entries, as HAR requires, one after the other. The headers stay, and
 * `metadata.decoded` becomes true.
 *
 * @throws {@link BodyError} when a body cannot be decoded; with fault `size` also when all together are too long.
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
    decoded.push({ ...entry, request, response, metadata: { ...entry.metadata, decoded: true } });
  }
  return decoded;
}

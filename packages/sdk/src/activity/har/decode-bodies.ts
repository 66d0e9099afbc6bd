import type { ActivityEntry } from '../../contract/resources.ts';
import { encodeBase64 } from '../base64.ts';
import { bodyOf, type DecodeOptions, type RecordedMessage } from '../body.ts';

/**
 * Takes the content-encoding off the bodies of entries, as HAR wants them. The headers stay, and
 * `metadata.decoded` becomes true.
 *
 * @throws {@link BodyError} when a body cannot be decoded.
 * @example
 * ```ts
 * import { decodeBodies, toHar } from '@mock-services/sdk/activity';
 *
 * const har = toHar(await decodeBodies(entries));
 * ```
 */
export function decodeBodies(
  entries: readonly ActivityEntry[],
  options?: DecodeOptions,
): Promise<ActivityEntry[]> {
  return Promise.all(
    entries.map(async (entry) => {
      const decoded = async <Message extends RecordedMessage>(message: Message): Promise<Message> => ({
        ...message,
        bodyBase64Encoded: encodeBase64(await bodyOf(message, entry).decodedBytes(options)),
      });
      const [request, response] = await Promise.all([decoded(entry.request), decoded(entry.response)]);
      return { ...entry, request, response, metadata: { ...entry.metadata, decoded: true } };
    }),
  );
}

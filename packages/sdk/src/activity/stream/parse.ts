import type { ActivityEntry } from '../../contract/resources.ts';
import type { LogError } from '../errors/log-error.ts';
import { batchesOf } from './entries.ts';

/**
 * Reads an activity log (the response body of §4, endpoint 1) as it arrives, for logs too large to hold: at most one chunk
 * with its entries, or one entry or other field that is longer, is in memory, and nothing is read before the next entry is
 * asked for. Each entry is checked as the client does it. Leaving the loop ends the source.
 *
 * @param chunks - The body of a response, or a file that is read as a stream.
 * @throws {@link LogError}, after the entries that did arrive, when the body is no log or ends early; and what
 *   the source itself throws.
 * @example
 * ```ts
 * import { createReadStream } from 'node:fs';
 * import { parseActivity } from '@mock-services/sdk/activity';
 *
 * for await (const { request } of parseActivity(createReadStream('log.json'))) console.log(request.path);
 * ```
 */
export async function* parseActivity(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ActivityEntry, void, undefined> {
  for await (const batch of batchesOf(chunks, refuse)) {
    for (const entry of batch) yield entry;
  }
}

function refuse(error: LogError): never {
  throw error;
}

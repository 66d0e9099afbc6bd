/** Reads and writes HTTP Archives. */
import type { ActivityEntry } from '@mock-services/sdk';
import { decodeBodies, fromHar, toHar } from '@mock-services/sdk/activity';

/**
 * Entries as a HAR file, with decoded bodies, as other programs expect.
 *
 * @throws {BodyError} when a body cannot be decoded.
 */
export async function harOf(entries: readonly ActivityEntry[], includeCredentials: boolean): Promise<Blob> {
  const har = toHar(await decodeBodies(entries), { includeCredentials });
  return new Blob([JSON.stringify(har)], { type: 'application/json' });
}

/** @throws {HarError} with the places that are wrong. */
export async function entriesOf(file: Blob): Promise<ActivityEntry[]> {
  return fromHar(await file.text());
}

/** Reads and writes HTTP Archives. */
import type { ActivityEntry } from '@mock-services/sdk';
import { decodeBodies, fromHar, toHar } from '@mock-services/sdk/activity';

/**
 * Creates a HAR file from entries. Decodes the bodies, because other programs expect decoded bodies.
 *
 * @throws {BodyError} if a body cannot be decoded.
 */
export async function harOf(entries: readonly ActivityEntry[], includeCredentials: boolean): Promise<Blob> {
  const har = toHar(await decodeBodies(entries), { includeCredentials });
  return new Blob([JSON.stringify(har)], { type: 'application/json' });
}

/**
 * Reads the entries of a HAR file.
 *
 * @throws {HarError} if the file is not a valid HAR file. The error lists the invalid values.
 */
export async function entriesOf(file: Blob): Promise<ActivityEntry[]> {
  return fromHar(await file.text());
}

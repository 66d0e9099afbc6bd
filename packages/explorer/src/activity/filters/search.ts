/** Searches URLs, headers and bodies. */
import type { ActivityEntry } from '@mock-services/sdk';
import { bodyOf, isBodyError, type RecordedMessage } from '@mock-services/sdk/activity';
import { readable, urlOf } from '../../exchange/url.ts';

/** The most bytes of a body that are searched. */
const maxBytes = 4 * 1024 * 1024;

/** Whether an entry contains a text; `unread` if it does not as far as known, but has a body that cannot be searched. */
export type Hit = 'yes' | 'no' | 'unread';

/** Whether the URL, a header or a decoded body of an entry contains a text, in any letter case. */
export async function search(entry: ActivityEntry, wanted: string): Promise<Hit> {
  const { request, response } = entry;
  const lower = wanted.toLowerCase();
  const contains = (text: string): boolean => text.toLowerCase().includes(lower);
  const isInHeaders = ({ headers }: RecordedMessage): boolean =>
    Object.entries(headers).some(([name, value]) => contains(`${name}: ${value}`));
  if (contains(readable(urlOf(entry))) || isInHeaders(request) || isInHeaders(response)) return 'yes';
  let hit: Hit = 'no';
  for (const message of [request, response]) {
    const text = await textOf(message, entry);
    if (text === undefined) hit = 'unread';
    else if (contains(text)) return 'yes';
  }
  return hit;
}

/** The decoded body as text; `undefined` if it is too long or broken. */
async function textOf(message: RecordedMessage, entry: ActivityEntry): Promise<string | undefined> {
  const { length } = message.bodyBase64Encoded;
  if (length === 0) return '';
  if (length * 0.75 > maxBytes) return undefined;
  try {
    return (await bodyOf(message, entry).decoded({ maxBytes })).text();
  } catch (error) {
    if (isBodyError(error)) return undefined;
    throw error;
  }
}

/** Searches the URLs, headers and bodies of entries. */
import type { ActivityEntry } from '@mock-services/sdk';
import { bodyOf, isBodyError } from '@mock-services/sdk/activity';
import { readable, urlOf } from '../exchange/url.ts';

/** Maximum size of a body to search, in bytes. */
const maxBytes = 4 * 1024 * 1024;

/** Result of a search in an entry. `unread` means that no match was found, but a body could not be searched. */
export type Hit = 'yes' | 'no' | 'unread';

/** Searches the URL, headers and decoded bodies of an entry for a string. The search is not case-sensitive. */
export async function search(entry: ActivityEntry, wanted: string): Promise<Hit> {
  const { request, response } = entry;
  const lower = wanted.toLowerCase();
  const contains = (text: string): boolean => text.toLowerCase().includes(lower);
  const isInHeaders = ({ headers }: Pick<ActivityEntry['response'], 'headers'>): boolean =>
    Object.entries(headers).some(([name, value]) => contains(`${name}: ${value}`));
  if (contains(readable(urlOf(entry))) || isInHeaders(request) || isInHeaders(response)) return 'yes';
  let hit: Hit = 'no';
  for (const side of ['request', 'response'] as const) {
    const text = await textOf(entry, side);
    if (text === undefined) hit = 'unread';
    else if (contains(text)) return 'yes';
  }
  return hit;
}

/** Returns the decoded body as text, or `undefined` if the body is too long or cannot be decoded. */
async function textOf(entry: ActivityEntry, side: 'request' | 'response'): Promise<string | undefined> {
  const { length } = entry[side].bodyBase64Encoded;
  if (length === 0) return '';
  if (length * 0.75 > maxBytes) return undefined;
  try {
    return (await bodyOf(entry, side).decoded({ maxBytes })).text();
  } catch (error) {
    if (isBodyError(error)) return undefined;
    throw error;
  }
}

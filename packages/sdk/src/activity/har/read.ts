import { check } from '../../contract/check.ts';
import type { Issue } from '../../contract/issue.ts';
import { placeOf } from '../../contract/place.ts';
import type { ActivityEntry, ActivityMetadata } from '../../contract/resources.ts';
import { activityMetadata, identifier } from '../../contract/schemas.ts';
import { HarError } from '../errors/har-error.ts';
import { headerOf } from '../headers.ts';
import { contentId } from './content-id.ts';
import { BrokenBody, readRequest, readResponse } from './read-message.ts';
import { harSchema, type ReadableEntry } from './schema.ts';

/**
 * Reads an HTTP Archive, as browsers, proxies and test tools export it, into entries (§2.5).
 *
 * Method, path, headers, status, body and time are kept. What an entry has no field for goes into
 * `metadata`: `scheme`; `timeMs` where the time is no whole number; `decoded` where the body comes without the
 * content-encoding that its headers name. Headers that stand more than once become one, `set-cookie` with a
 * line for each. Ids are made from the content, so that the same file gives the same ids; `scenarioId` is
 * one for each page of the file. Entries that `toHar` wrote keep their ids and metadata.
 *
 * @param har - The text of a HAR file, or what `JSON.parse` makes of it.
 * @throws {@link HarError} with the places that are wrong.
 * @example
 * ```ts
 * import { readFile } from 'node:fs/promises';
 * import { fromHar } from '@mock-services/sdk/activity';
 *
 * const entries = fromHar(await readFile('log.har', 'utf8'));
 * ```
 */
export function fromHar(har: unknown): ActivityEntry[] {
  const parsed = typeof har === 'string' ? parse(har) : har;
  const issues = check(harSchema, parsed);
  if (issues.length > 0) throw new HarError(issues);
  // The check above has just shown that this is its type.
  const { entries } = (parsed as { log: { entries: ReadableEntry[] } }).log;
  const start = entries[0]?.startedDateTime ?? '';
  const seen = new Map<string, number>();
  return entries.map((entry, index) => {
    const { id, ...rest } = readEntry(entry, index, start);
    if (id !== undefined) return { id, ...rest };
    const content = JSON.stringify(rest);
    const before = seen.get(content) ?? 0;
    seen.set(content, before + 1);
    return { id: contentId(`${content}${before}`), ...rest };
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\u{feff}/u, ''));
  } catch {
    // The platform's own message quotes the text.
    throw new HarError([issueAt([], 'JSON', 'text that is not JSON')]);
  }
}

function issueAt(path: readonly PropertyKey[], expected: string, received: string): Issue {
  return { ...placeOf(path), expected, received };
}

type Unidentified = Omit<ActivityEntry, 'id'> & { readonly id: string | undefined };

function readEntry(entry: ReadableEntry, index: number, start: string): Unidentified {
  const timeMs = Math.min(Math.max(0, timeOf(entry)), Number.MAX_SAFE_INTEGER);
  const request = readRequest(entry);
  const response = readResponse(entry, timeMs);
  const broken = [request, response].flatMap((message) =>
    message instanceof BrokenBody
      ? [issueAt(['log', 'entries', index, ...message.path], 'Base64', 'string of another form')]
      : [],
  );
  if (request instanceof BrokenBody || response instanceof BrokenBody) throw new HarError(broken);
  const own = ownFacts(entry);
  const isCoded =
    headerOf(request.headers, 'content-encoding') ?? headerOf(response.headers, 'content-encoding');
  const metadata: ActivityMetadata = own?.metadata ?? {
    scenarioId: contentId(`${start} ${entry.pageref ?? ''}`),
    scheme: new URL(entry.request.url).protocol.slice(0, -1),
    ...(!Number.isInteger(timeMs) && { timeMs }),
    ...(isCoded !== undefined && { decoded: true }),
  };
  const timestamp = new Date(entry.startedDateTime).toISOString();
  return { id: own?.id, request, response, metadata, timestamp };
}

/** Milliseconds. Old Firefox gives no sum, so that it is made from its parts; -1 stands for none. */
function timeOf({ time, timings }: ReadableEntry): number {
  if (typeof time === 'number') return time;
  const parts = Object.values(timings ?? {}).filter((part) => typeof part === 'number');
  return parts.reduce((sum, part) => sum + Math.max(0, part), 0);
}

/** What `toHar` kept in the entry. */
function ownFacts(entry: ReadableEntry): Pick<ActivityEntry, 'id' | 'metadata'> | undefined {
  const facts = entry['_mockServices'] as Partial<ActivityEntry> | null | undefined;
  const { id, metadata } = facts ?? {};
  const isWhole = check(identifier, id).length === 0 && check(activityMetadata, metadata).length === 0;
  return isWhole && id !== undefined && metadata !== undefined ? { id, metadata } : undefined;
}

import type { ActivityEntry } from '../../contract/resources.ts';
import { bodyOf } from '../body.ts';
import { headerOf, type RecordedHeaders } from '../headers.ts';
import { redactEntry } from '../redact/redact.ts';
import { urlOf } from '../url.ts';
import { writeBody } from './body-text.ts';
import type { Har, HarEntry, HarPair, HarRequest, HarResponse } from './types.ts';

/** How to write a HAR. */
export interface HarOptions {
  /**
   * Whether to write credentials as recorded. By default they are redacted as by `redact`.
   *
   * @default false
   */
  readonly includeCredentials?: boolean | undefined;
}

/**
 * Writes entries as an HTTP Archive 1.2, which browsers, proxies and Playwright's `routeFromHAR` open. The
 * timestamp of an entry becomes the start of its request. Bodies are written as recorded: if they may have a
 * content-encoding, apply `decodeBodies` first.
 *
 * @throws {@link BodyError} when the Base64 of a body is broken.
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises';
 * import { toHar } from '@mock-services/sdk/activity';
 *
 * await writeFile('log.har', JSON.stringify(toHar(await client.activity.list(workspaceId))));
 * ```
 */
export function toHar(
  entries: readonly ActivityEntry[],
  { includeCredentials = false }: HarOptions = {},
): Har {
  const written = includeCredentials ? entries : entries.map((entry) => redactEntry(entry));
  return {
    log: {
      version: '1.2',
      creator: { name: '@mock-services/sdk/activity', version: '1' },
      entries: written.map(harEntry),
    },
  };
}

const httpVersion = 'HTTP/1.1';

/** What browsers write if there is no content type. */
const unknownType = 'x-unknown';

function harEntry(entry: ActivityEntry): HarEntry {
  const { id, metadata, timestamp, response } = entry;
  const known = metadata['timeMs'];
  const time = Math.max(0, typeof known === 'number' ? known : response.responseTimeMs);
  return {
    startedDateTime: timestamp,
    time,
    request: harRequest(entry),
    response: harResponse(entry),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _mockServices: { id, metadata },
  };
}

function harRequest(entry: ActivityEntry): HarRequest {
  const { request } = entry;
  const url = urlOf(entry);
  const { bytes, content } = harBody(entry, 'request');
  return {
    method: request.method,
    url,
    httpVersion,
    cookies: [],
    headers: headerPairs(request.headers),
    queryString: queryPairs(url),
    ...(bytes.length > 0 && { postData: content }),
    headersSize: -1,
    bodySize: bytes.length,
  };
}

function harResponse(entry: ActivityEntry): HarResponse {
  const { response } = entry;
  const { bytes, content } = harBody(entry, 'response');
  return {
    status: response.statusCode,
    statusText: '',
    httpVersion,
    cookies: [],
    headers: headerPairs(response.headers),
    content: { size: bytes.length, ...content },
    redirectURL: headerOf(response.headers, 'location') ?? '',
    headersSize: -1,
    bodySize: bytes.length,
  };
}

function harBody(entry: ActivityEntry, side: 'request' | 'response') {
  const body = bodyOf(entry[side], entry);
  const bytes = body.bytes();
  const content = { mimeType: body.contentType ?? unknownType, ...writeBody(bytes, body.contentType) };
  return { bytes, content };
}

/** Headers as a list. `set-cookie`, which cannot be folded into one line, becomes one header per cookie. */
function headerPairs(headers: RecordedHeaders): HarPair[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (name.toLowerCase() === 'set-cookie' ? value.split('\n') : [value]).map((one) => ({ name, value: one })),
  );
}

function queryPairs(url: string): HarPair[] {
  const query = url.split('?').slice(1).join('?');
  return Array.from(new URLSearchParams(query), ([name, value]) => ({ name, value }));
}

import type { ActivityEntry, RecordedRequest, RecordedResponse } from '../../contract/resources.ts';
import { bodyOf } from '../body.ts';
import { headerOf } from '../headers.ts';
import { redactEntry } from '../redact/redact.ts';
import { urlOf } from '../url.ts';
import { headerPairs } from './headers.ts';
import { writeText } from './text.ts';
import type { Har, HarEntry, HarPair, HarPostData, HarRequest, HarResponse } from './types.ts';

/** What goes into a HAR. */
export interface HarOptions {
  /**
   * Whether credentials are written as they were recorded. They are redacted as `redact` does it otherwise.
   *
   * @default false
   */
  readonly includeCredentials?: boolean | undefined;
}

/**
 * Writes entries as an HTTP Archive 1.2, which browsers, proxies and Playwright's `routeFromHAR` open. The
 * time stamp of an entry counts as the start of its request. Bodies are written as they were recorded: where
 * they still have a content-encoding, give it what `decodeBodies` gives.
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

function harEntry(entry: ActivityEntry): HarEntry {
  const { id, metadata, timestamp, response } = entry;
  const known = metadata['timeMs'];
  const time = Math.max(0, typeof known === 'number' ? known : response.responseTimeMs);
  return {
    startedDateTime: timestamp,
    time,
    request: harRequest(entry, entry.request),
    response: harResponse(entry, response),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _mockServices: { id, metadata },
  };
}

function harRequest(entry: ActivityEntry, request: RecordedRequest): HarRequest {
  const url = urlOf(entry);
  const bytes = bodyOf(request, entry).bytes();
  return {
    method: request.method,
    url,
    httpVersion,
    cookies: [],
    headers: headerPairs(request.headers),
    queryString: queryPairs(url),
    ...(bytes.length > 0 && { postData: postData(bytes, headerOf(request.headers, 'content-type')) }),
    headersSize: -1,
    bodySize: bytes.length,
  };
}

function postData(bytes: Uint8Array, contentType: string | undefined): HarPostData {
  const { text, isBase64 } = writeText(bytes, contentType);
  return { mimeType: contentType ?? unknownType, text, ...(isBase64 && { encoding: 'base64' as const }) };
}

/** What browsers write where there is no content type. */
const unknownType = 'x-unknown';

function harResponse(entry: ActivityEntry, response: RecordedResponse): HarResponse {
  const body = bodyOf(response, entry);
  const bytes = body.bytes();
  const { text, isBase64 } = writeText(bytes, body.contentType);
  return {
    status: response.statusCode,
    statusText: '',
    httpVersion,
    cookies: [],
    headers: headerPairs(response.headers),
    content: {
      size: bytes.length,
      mimeType: body.contentType ?? unknownType,
      text,
      ...(isBase64 && { encoding: 'base64' as const }),
    },
    redirectURL: headerOf(response.headers, 'location') ?? '',
    headersSize: -1,
    bodySize: bytes.length,
  };
}

function queryPairs(url: string): HarPair[] {
  const query = url.split('?').slice(1).join('?');
  return Array.from(new URLSearchParams(query), ([name, value]) => ({ name, value }));
}

import type { ActivityEntry, RecordedRequest, RecordedResponse } from '@mock-services/sdk';
import { urlOf } from '@mock-services/sdk/activity';

/** Lines that describe a recorded exchange. */
export interface EntryDescription {
  readonly headline: string;
  /** One line for each body that is not empty. */
  readonly bodies: readonly string[];
}

export function describeEntry(entry: ActivityEntry): EntryDescription {
  const { request, response, timestamp } = entry;
  const { method } = request;
  const time = timestamp.slice(0, 19).replace('T', ' ');
  const headline = `${time}  ${method.padEnd(6)} ${urlOf(entry)} → ${response.statusCode} in ${response.responseTimeMs} ms`;
  const bodies = [
    ['sent', decode(request)],
    ['got', decode(response)],
  ].flatMap(([label, body]) => (body === undefined ? [] : [`${label}  ${body}`]));
  return { headline, bodies };
}

/** Returns a recorded body as text, or its size and type if it is not text. */
function decode({ headers, bodyBase64Encoded }: RecordedRequest | RecordedResponse): string | undefined {
  if (bodyBase64Encoded === '') return undefined;
  const bytes = Buffer.from(bodyBase64Encoded, 'base64');
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (/json|text|xml|urlencoded/.test(type)) return bytes.toString('utf8').replace(/\s+/g, ' ');
  return `${bytes.length} bytes of ${type || 'unknown type'}`;
}

import type { ActivityEntry, RecordedRequest, RecordedResponse } from '@mock-services/sdk/activity';

const scenarioId = '6f0b3a52-8f5d-4c5e-9a57-0d9c2b1f7a10';

/** Creates an entry with overrides. The number determines its id. */
export function entryOf(
  number: number,
  {
    request = {},
    response = {},
    ...rest
  }: Partial<Omit<ActivityEntry, 'request' | 'response'>> & {
    readonly request?: Partial<RecordedRequest>;
    readonly response?: Partial<RecordedResponse>;
  } = {},
): ActivityEntry {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    timestamp: new Date(Date.UTC(2026, 10, 21, 8) + number * 1000).toISOString(),
    metadata: { scenarioId },
    ...rest,
    request: {
      hostname: 'orders.example.com',
      port: 443,
      path: `/orders/${number}`,
      method: 'GET',
      headers: {},
      bodyBase64Encoded: '',
      ...request,
    },
    response: { statusCode: 200, headers: {}, bodyBase64Encoded: '', responseTimeMs: 20, ...response },
  };
}

/** Creates entries at intervals of a second. */
export function entriesOf(count: number): ActivityEntry[] {
  return Array.from({ length: count }, (_, number) => entryOf(number));
}

/** Creates a response with a body and a content type. */
export function responseOf(
  body: string | Uint8Array,
  type: string,
  headers: Record<string, string> = {},
): RecordedResponse {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const chunks: string[] = [];
  for (let start = 0; start < bytes.length; start += 8192) {
    chunks.push(String.fromCharCode(...bytes.subarray(start, start + 8192)));
  }
  return {
    statusCode: 200,
    headers: { 'content-type': type, ...headers },
    bodyBase64Encoded: btoa(chunks.join('')),
    responseTimeMs: 20,
  };
}

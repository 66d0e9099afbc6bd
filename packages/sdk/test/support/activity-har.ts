import { fromJSONSchema } from 'zod';
import schema from './activity-har-schema.json' with { type: 'json' };

type JsonSchema = Exclude<Parameters<typeof fromJSONSchema>[0], boolean>;

const compiled = fromJSONSchema(schema as JsonSchema);

export function harProblems(value: unknown): string[] {
  const result = compiled.safeParse(value);
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** The HAR file has one exchange, in the form that browsers write. `entry` replaces fields of the exchange. */
export function aHar(entry: Record<string, unknown> = {}): unknown {
  return {
    log: {
      version: '1.2',
      creator: { name: 'WebInspector', version: '537.36' },
      pages: [],
      entries: [
        {
          startedDateTime: '2026-03-01T11:05:00.123+01:00',
          time: 12.4,
          request: aHarRequest(),
          response: aHarResponse(),
          cache: {},
          timings: { blocked: -1, send: 0.4, wait: 10, receive: 2 },
          ...entry,
        },
      ],
    },
  };
}

export function aHarRequest(changes: Record<string, unknown> = {}): unknown {
  return {
    method: 'POST',
    url: 'https://orders.example.com/orders?dry=1#top',
    httpVersion: 'HTTP/2.0',
    cookies: [],
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    queryString: [{ name: 'dry', value: '1' }],
    postData: { mimeType: 'application/json', text: '{"sku":"A-1"}' },
    headersSize: -1,
    bodySize: 13,
    ...changes,
  };
}

export function aHarResponse(changes: Record<string, unknown> = {}): unknown {
  return {
    status: 201,
    statusText: 'Created',
    httpVersion: 'HTTP/2.0',
    cookies: [],
    headers: [{ name: 'content-type', value: 'application/json' }],
    content: { size: 10, mimeType: 'application/json', text: '{"id":"é"}' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    ...changes,
  };
}

import type { ActivityEntry, ActivityMetadata, RecordedRequest, RecordedResponse } from '@mock-services/sdk';
import { anEntry } from './fixtures.ts';

export interface ExchangeChanges {
  readonly id?: string;
  readonly timestamp?: string;
  readonly request?: Partial<RecordedRequest>;
  readonly response?: Partial<RecordedResponse>;
  readonly metadata?: Partial<ActivityMetadata>;
}

export function anExchange({ request, response, metadata, ...rest }: ExchangeChanges = {}): ActivityEntry {
  const base = anEntry();
  return {
    ...base,
    ...rest,
    request: { ...base.request, ...request },
    response: { ...base.response, ...response },
    metadata: { ...base.metadata, ...metadata },
  };
}

export function idOf(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

export function base64(body: string | Uint8Array): string {
  return Buffer.from(body).toString('base64');
}

export function jsonBody(value: unknown): string {
  return base64(JSON.stringify(value));
}

/**
 * An exchange with what tidy fixtures lack: umlauts and emoji, upper-case ids and header names, an unaligned time in
 * another time zone, a port and an unknown field. The bodies are Base64 without padding, in the URL-safe alphabet.
 */
export function anOddExchange(): ActivityEntry {
  const headers = { 'CONTENT-Type': 'application/json', 'X-Größe': 'größer ✓' };
  return anExchange({
    id: 'ABCDEF01-2345-4789-ABCD-EF0123456789',
    timestamp: '2026-03-01T12:05:07.4567+01:00',
    request: {
      hostname: 'Bücher.Example.com',
      port: 8443,
      method: 'POST',
      path: '/läden/🛒/Ünits?größe=10%25&q=a+b#ende',
      headers,
      bodyBase64Encoded: oddBase64({ titel: 'Grüße ✓', smile: '😀??>' }),
    },
    response: {
      statusCode: 418,
      headers,
      bodyBase64Encoded: oddBase64({ größe: 'ÿÿÿ>>>' }),
      responseTimeMs: 1234,
    },
    metadata: { scenarioId: 'FEDCBA98-7654-4321-8FED-CBA987654321', größe: [{ ü: 1 }] },
  });
}

function oddBase64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** What the probes of the SDK are given. */
import { createClient, type Client, type ClientOptions } from '@mock-services/sdk';
import type { ActivityEntry, MockServiceInput } from '@mock-services/sdk/contract';
import { gzipSync } from 'node:zlib';
import { entriesText } from '../entries.ts';

export const time = '2026-03-01T10:00:00.000Z';

export function idOf(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Entries of 1.16 KB, all different. */
export function entriesOf(count: number): ActivityEntry[] {
  return JSON.parse(`[${entriesText(count)}]`) as ActivityEntry[];
}

/** One entry, changed as a probe needs it. */
export function entryWith(
  request: Partial<ActivityEntry['request']>,
  response: Partial<ActivityEntry['response']> = {},
): ActivityEntry {
  const [entry] = entriesOf(1);
  if (entry === undefined) throw new Error('there is no entry');
  return {
    ...entry,
    request: { ...entry.request, ...request },
    response: { ...entry.response, ...response },
  };
}

/** So many fields or headers with different names. */
export function fieldsOf(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-field-${n}`, `value ${n}`]));
}

export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** A message whose body is compressed, as recorded. */
export function compressed(text: string): { headers: Record<string, string>; bodyBase64Encoded: string } {
  return {
    headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip' },
    bodyBase64Encoded: gzipSync(text).toString('base64'),
  };
}

/** Words, which compress and read like text. */
export function textOf(length: number): string {
  return 'The quick brown fox. '.repeat(Math.ceil(length / 21)).slice(0, length);
}

export function inputOf(upstreams: number): MockServiceInput {
  return {
    type: 'REST',
    title: 'Catalogue',
    config: {
      cors: { allowedOrigins: ['shop.example'], allowedMethods: ['GET'], allowedHeaders: [] },
      defaultResponseHeaders: {},
      upstreams: Array.from({ length: upstreams }, (_, n) => ({
        name: `live ${n}`,
        url: `https://catalogue.example/${n}`,
      })),
    },
  };
}

export function mockServiceOf(upstreams: number): object {
  return { id: idOf(1), ...inputOf(upstreams), createdAt: time, updatedAt: time };
}

/** A client that is answered at once, always the same. */
export function clientOf(
  body: string | Uint8Array<ArrayBuffer> | object,
  options: Partial<ClientOptions> = {},
  status = 200,
): Client {
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json' };
  return createClient({
    baseUrl: 'https://mocks.example',
    fetch: () => Promise.resolve(new Response(text, { status, headers })),
    maxRetries: 0,
    ...options,
  });
}

/** An act that is expected to fail, with an error whose message is read as a test runner would. */
export function failing(act: () => PromiseLike<unknown>): () => Promise<string> {
  return async () => {
    try {
      await act();
    } catch (error) {
      return String(error);
    }
    throw new Error('this had to fail');
  };
}

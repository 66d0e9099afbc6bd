import type { ActivityEntry, ActivityMetadata, RecordedRequest, RecordedResponse } from '@mock-services/sdk';
import { anEntry } from './fixtures.ts';

/** Fields that differ from the default entry. */
export interface ExchangeChanges {
  readonly id?: string;
  readonly timestamp?: string;
  readonly request?: Partial<RecordedRequest>;
  readonly response?: Partial<RecordedResponse>;
  readonly metadata?: Partial<ActivityMetadata>;
}

/** Creates an entry with some fields changed. */
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

/** Returns the `n`th of many ids. */
export function idOf(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

/** Encodes a string or bytes as Base64 with Node's `Buffer`. */
export function base64(body: string | Uint8Array): string {
  return Buffer.from(body).toString('base64');
}

/** Encodes a value as JSON in Base64. */
export function jsonBody(value: unknown): string {
  return base64(JSON.stringify(value));
}

import type { ActivityEntry, ActivityMetadata, RecordedRequest, RecordedResponse } from '@mock-services/sdk';
import { anEntry } from './fixtures.ts';

/** Fields that differ from the defaults. */
export interface ExchangeChanges {
  readonly id?: string;
  readonly timestamp?: string;
  readonly request?: Partial<RecordedRequest>;
  readonly response?: Partial<RecordedResponse>;
  readonly metadata?: Partial<ActivityMetadata>;
}

/** An entry with some fields changed. */
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

/** The `n`th of many ids. */
export function idOf(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

/** Base64 of a text or of bytes, by Node. */
export function base64(body: string | Uint8Array): string {
  return Buffer.from(body).toString('base64');
}

/** Base64 of a value as JSON. */
export function jsonBody(value: unknown): string {
  return base64(JSON.stringify(value));
}

import type { OperationId } from '@mock-services/sdk/contract';
import type { Answer } from './answer.ts';

/** What is remembered of an answer after it was looked at. */
export interface Sighting {
  readonly operation: OperationId;
  readonly status: number;
  /** Media type without parameters; `undefined` for none. */
  readonly contentType: string | undefined;
  /** Header names, in lower case. */
  readonly headers: readonly string[];
}

export function sightingOf({ operation, status, headers }: Answer): Sighting {
  return { operation, status, contentType: mediaTypeOf(headers), headers: [...headers.keys()] };
}

/** The media type of a message without its parameters, in lower case. */
export function mediaTypeOf(headers: Headers): string | undefined {
  const [type = ''] = (headers.get('content-type') ?? '').split(';', 1);
  return type.trim().toLowerCase() || undefined;
}

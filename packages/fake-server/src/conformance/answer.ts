/** The answer to a request, read to its last byte. */
import type { OperationId } from '@mock-services/sdk/contract';
import { Failure } from './outcome.ts';

/** A response body, by what it can be read as. */
export type AnswerBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'html' | 'text' };

/** A whole answer. */
export interface Answer {
  readonly operation: OperationId;
  /** The request for a message: method and path template, without values. */
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: AnswerBody;
}

/** Reads a body as JSON whatever its content type, which the interface leaves open. */
export function readText(text: string): AnswerBody {
  if (text.trim() === '') return { kind: 'empty' };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    return { kind: /^\s*<(!doctype|html)/i.test(text) ? 'html' : 'text' };
  }
}

/** The body of an answer that has to be JSON. */
export function jsonOf({ request, body }: Answer): unknown {
  if (body.kind === 'json') return body.value;
  const received = { empty: 'an empty body', html: 'an HTML page', text: 'other text' }[body.kind];
  const hint = body.kind === 'html' ? '. Does baseUrl lead to the service?' : '';
  throw new Failure(`${request}: expected a JSON body, received ${received}${hint}`);
}

/** The value as an object whose fields can be looked at; `undefined` for anything else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
}

/** What is under the key `data`; `undefined` when there is no such key. */
export function dataIn({ body }: Answer): unknown {
  return body.kind === 'json' ? recordOf(body.value)?.['data'] : undefined;
}

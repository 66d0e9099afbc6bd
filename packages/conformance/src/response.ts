import type { OperationId } from '@mock-services/sdk/contract';
import { mediaTypeOf } from '@mock-services/sdk/activity';
import { Failure } from './outcome.ts';
import type { ObservedBody } from './profile.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface ServiceResponse {
  readonly operation: OperationId;
  /** Method and path template, without parameter values, for error messages. */
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  /** The body, parsed as JSON regardless of the content type, because the interface does not specify content types. */
  readonly body:
    | { readonly kind: 'empty' }
    | { readonly kind: 'json'; readonly value: unknown }
    | { readonly kind: 'html' | 'text' };
}

export function parseBody(text: string): ServiceResponse['body'] {
  if (text.trim() === '') return { kind: 'empty' };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    return { kind: /^\s*<(!doctype|html)/i.test(text) ? 'html' : 'text' };
  }
}

export function jsonOf({ request, body }: ServiceResponse): unknown {
  if (body.kind === 'json') return body.value;
  const received = { empty: 'an empty body', html: 'an HTML page', text: 'other text' }[body.kind];
  const hint = body.kind === 'html' ? '. Does baseUrl lead to the service?' : '';
  throw new Failure(`${request}: expected a JSON body, received ${received}${hint}`);
}

export function recordOf(value: unknown): JsonObject | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : undefined;
}

export function dataOf({ body }: Pick<ServiceResponse, 'body'>): unknown {
  return body.kind === 'json' ? recordOf(body.value)?.['data'] : undefined;
}

export function listOf(response: Pick<ServiceResponse, 'body'>): readonly unknown[] | undefined {
  const data = dataOf(response);
  return Array.isArray(data) ? data : undefined;
}

export function fieldsOf({ body }: Pick<ServiceResponse, 'body'>): string[] {
  return body.kind === 'json' ? Object.keys(recordOf(body.value) ?? {}) : [];
}

export function contentTypeOf(headers: Headers): string | undefined {
  return mediaTypeOf(headers.get('content-type') ?? undefined) || undefined;
}

function jsonTypeOf(value: unknown): NonNullable<ObservedBody['jsonType']> {
  if (value === null) return 'null';
  // The cast is safe, because `value` is a JSON value, but not an object.
  return Array.isArray(value) ? 'array' : (typeof value as 'boolean' | 'number' | 'string');
}

/** Describes a response body without quoting values. */
export function observedBody({ status, headers, body }: ServiceResponse): ObservedBody {
  const fields = body.kind === 'json' ? Object.entries(recordOf(body.value) ?? {}) : [];
  return {
    status,
    contentType: contentTypeOf(headers) ?? null,
    body: body.kind,
    ...(body.kind === 'json' && !recordOf(body.value) && { jsonType: jsonTypeOf(body.value) }),
    fields: fields.flatMap(([name, value]) => {
      const members = Object.keys(recordOf(value) ?? {});
      return members.length === 0 ? [name] : members.map((member) => `${name}.${member}`);
    }),
  };
}

export const isGone = (status: number | undefined): boolean => status === 404 || status === 410;

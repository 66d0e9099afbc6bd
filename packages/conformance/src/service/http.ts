/** One request to the service, and its response, read to the last byte. */
import type { OperationId } from '@mock-services/sdk/contract';
import type { Settings } from '../options.ts';
import { Aborted, Failure, NoResponse } from '../outcome.ts';
import type { ObservedBody } from '../profile.ts';

/** An object of a JSON body, whose fields may hold anything. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A complete response. */
export interface ServiceResponse {
  readonly operation: OperationId;
  /** The request as messages name it: method and path template, without values. */
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  /** Parsed as JSON whatever its content type, which the interface leaves open. */
  readonly body:
    | { readonly kind: 'empty' }
    | { readonly kind: 'json'; readonly value: unknown }
    | { readonly kind: 'html' | 'text' };
}

/**
 * Sends a request.
 *
 * @throws {NoResponse} when there is no complete response in time.
 * @throws {Aborted} as soon as `signal` is aborted.
 */
export async function fetchResponse(
  { fetch, timeout }: Pick<Settings, 'fetch' | 'timeout'>,
  signal: AbortSignal | undefined,
  url: string,
  init: RequestInit,
): Promise<Pick<ServiceResponse, 'status' | 'headers' | 'body'>> {
  if (signal?.aborted === true) throw new Aborted();
  const controller = new AbortController();
  const abort = () => controller.abort(new Aborted());
  const expire = () => controller.abort(new NoResponse(`no response within ${timeout} ms`));
  const timer = setTimeout(expire, timeout);
  signal?.addEventListener('abort', abort, { once: true });
  // `fetch` may ignore its signal.
  const stopped = new Promise<never>((_, reject) => {
    const { signal } = controller;
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  // Judges the service's own response, neither the target of a redirect nor a cached response.
  const own = { ...init, signal: controller.signal, redirect: 'manual', cache: 'no-store' } as const;
  try {
    const response = await Promise.race([stopped, fetch(url, own)]);
    const text = await Promise.race([stopped, response.text()]);
    return { status: response.status, headers: response.headers, body: parseBody(text) };
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    throw new NoResponse(`no response (${errorCode(error)})`);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function parseBody(text: string): ServiceResponse['body'] {
  if (text.trim() === '') return { kind: 'empty' };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    return { kind: /^\s*<(!doctype|html)/i.test(text) ? 'html' : 'text' };
  }
}

/** A short name of a network error. Its message is left out: it may contain the URL with its query. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : error.name;
}

/** The value of a body that has to be JSON. */
export function jsonOf({ request, body }: ServiceResponse): unknown {
  if (body.kind === 'json') return body.value;
  const received = { empty: 'an empty body', html: 'an HTML page', text: 'other text' }[body.kind];
  const hint = body.kind === 'html' ? '. Does baseUrl lead to the service?' : '';
  throw new Failure(`${request}: expected a JSON body, received ${received}${hint}`);
}

/** The value if it is an object, but not an array. */
export function recordOf(value: unknown): JsonObject | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : undefined;
}

/** What is under the key `data`; `undefined` when there is no such key. */
export function dataOf({ body }: Pick<ServiceResponse, 'body'>): unknown {
  return body.kind === 'json' ? recordOf(body.value)?.['data'] : undefined;
}

/** The array under the key `data`; `undefined` when there is none. */
export function listOf(response: Pick<ServiceResponse, 'body'>): readonly unknown[] | undefined {
  const data = dataOf(response);
  return Array.isArray(data) ? data : undefined;
}

/** The media type without its parameters, in lower case. */
export function mediaTypeOf(headers: Headers): string | undefined {
  const [type = ''] = (headers.get('content-type') ?? '').split(';', 1);
  return type.trim().toLowerCase() || undefined;
}

/** What a profile keeps of a body that the interface leaves open: its form, not its content. */
export function observedBody({ status, headers, body }: ServiceResponse): ObservedBody {
  return {
    status,
    contentType: mediaTypeOf(headers) ?? null,
    body: body.kind,
    fields: body.kind === 'json' ? Object.keys(recordOf(body.value) ?? {}) : [],
  };
}

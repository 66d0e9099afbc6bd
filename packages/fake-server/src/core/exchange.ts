/** An exchange as a test tells of it, and the activity entry that is made of it. */
import type { ActivityEntry, RecordedRequest, RecordedResponse } from '@mock-services/sdk/contract';
import { given, notJson, type Draft } from './arrange.ts';
import { arrangeError } from './arrange-error.ts';
import { base64 } from './base64.ts';

/**
 * A body. Bytes are taken as they are, a string as text, and anything else as JSON; a `content-type` that fits is
 * added unless one is given.
 */
export type ExchangeBody = { readonly body?: unknown };

/** The request of an exchange, of which any field may be left out. */
export type ExchangeRequest = Draft<RecordedRequest> &
  ExchangeBody & {
    /** Absolute URL, in place of hostname, port and path. */
    readonly url?: string | undefined;
  };

/** The response of an exchange, of which any field may be left out. */
export type ExchangeResponse = Draft<RecordedResponse> & ExchangeBody;

/** An exchange of which anything may be left out. Fields that the interface does not name are kept. */
export type Exchange = Draft<Pick<ActivityEntry, 'id' | 'timestamp'>> & {
  readonly request?: ExchangeRequest | undefined;
  readonly response?: ExchangeResponse | undefined;
  /** Without a `scenarioId`, the entry gets one of its own. */
  readonly metadata?: { readonly [field: string]: unknown } | undefined;
};

/** What an entry has where the exchange has nothing. */
interface Defaults {
  readonly id: () => string;
  readonly timestamp: () => string;
}

/** Fills what is left out of an exchange. Whether the whole conforms is for the contract to say. */
export function entryOf(call: string, exchange: Exchange, defaults: Defaults): ActivityEntry {
  const { request = {}, response = {}, metadata = {}, ...fields } = given(call, exchange);
  return {
    id: fields.id ?? defaults.id(),
    request: requestOf(call, request),
    response: responseOf(call, response),
    metadata: { ...given(call, metadata, 'metadata'), scenarioId: scenarioIn(metadata) ?? defaults.id() },
    timestamp: fields.timestamp ?? defaults.timestamp(),
    ...fields,
  };
}

function requestOf(call: string, draft: ExchangeRequest): RecordedRequest {
  const { url, body, ...fields } = given(call, draft, 'request');
  const method = body === undefined ? 'GET' : 'POST';
  const place = url === undefined ? { hostname: 'api.example', port: 443, path: '/' } : placeOf(call, url);
  return { ...place, method, ...fields, ...messageOf(call, 'request', fields, body) };
}

function responseOf(call: string, draft: ExchangeResponse): RecordedResponse {
  const { body, ...fields } = given(call, draft, 'response');
  return { statusCode: 200, responseTimeMs: 0, ...fields, ...messageOf(call, 'response', fields, body) };
}

function placeOf(call: string, text: string): Pick<RecordedRequest, 'hostname' | 'port' | 'path'> {
  if (!URL.canParse(text)) throw arrangeError(call, 'request.url', 'absolute URL', 'another value');
  const { protocol, hostname, port, pathname, search } = new URL(text);
  const usual = protocol === 'http:' ? 80 : 443;
  return { hostname, port: port === '' ? usual : Number(port), path: pathname + search };
}

type Message = Pick<RecordedRequest, 'headers' | 'bodyBase64Encoded'>;

function messageOf(call: string, side: string, fields: Draft<Message>, body: unknown): Message {
  const { headers = {} } = fields;
  given(call, headers, `${side}.headers`);
  const encoded = encodedBody(call, `${side}.body`, body);
  if (encoded === undefined) return { headers, bodyBase64Encoded: fields.bodyBase64Encoded ?? '' };
  const named = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return {
    headers: named ? headers : { ...headers, 'content-type': encoded.type },
    bodyBase64Encoded: base64(encoded.bytes),
  };
}

interface EncodedBody {
  readonly type: string;
  readonly bytes: Uint8Array;
}

function encodedBody(call: string, field: string, body: unknown): EncodedBody | undefined {
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return { type: 'application/octet-stream', bytes: body };
  const encoder = new TextEncoder();
  if (typeof body === 'string') return { type: 'text/plain; charset=utf-8', bytes: encoder.encode(body) };
  try {
    return { type: 'application/json', bytes: encoder.encode(JSON.stringify(body)) };
  } catch {
    throw notJson(call, field);
  }
}

function scenarioIn(metadata: Readonly<Record<string, unknown>>): string | undefined {
  // Anything else than a string is kept too, for the contract to refuse.
  return metadata['scenarioId'] as string | undefined;
}

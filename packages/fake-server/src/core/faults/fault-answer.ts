/** What a request is answered with that a fault strikes. */
import type { Endpoint } from '@mock-services/sdk/contract';
import { durationMs } from '../time/duration.ts';
import type { Fault } from './fault-list.ts';
import type { WireFault, WireResponse } from '../http/message.ts';

const page = '<!doctype html>\n<title>Sign in</title>\n<p>This page is not what was asked for.</p>\n';

/** @param respond - What the operation itself does and answers. */
export function faultyAnswer(
  fault: Fault,
  endpoint: Endpoint,
  respond: () => WireResponse,
  released: AbortSignal,
): WireResponse {
  const { status, body, notJson, hang, reset, applied, headers = {}, contentType } = fault;
  const replaces = status !== undefined || body !== undefined || notJson || hang || reset;
  const answer = !replaces || applied ? respond() : undefined;
  const base = replaces || !answer ? replacement(fault, endpoint) : answer;
  const type = contentType === undefined ? {} : { 'content-type': contentType };
  return {
    ...base,
    headers: { ...base.headers, ...lowerCased(headers), ...type },
    fault: wireFault(fault, base.body, released),
  };
}

function replacement({ body, notJson, status }: Fault, endpoint: Endpoint): WireResponse {
  const actual = status ?? endpoint.status;
  if (notJson) return answer(actual, 'text/html; charset=utf-8', page);
  if (typeof body === 'string') return answer(actual, 'text/plain; charset=utf-8', body);
  if (body !== undefined) return answer(actual, 'application/json', JSON.stringify(body));
  if (actual < 400) return { status: actual, headers: {}, body: '' };
  const details = { type: 'about:blank', status: actual, detail: 'A fault of the fake server.' };
  return answer(actual, 'application/problem+json', JSON.stringify(details));
}

function answer(status: number, contentType: string, body: string): WireResponse {
  return { status, headers: { 'content-type': contentType }, body };
}

function wireFault(
  { delay = 0, hang, reset, truncated }: Fault,
  body: string,
  released: AbortSignal,
): WireFault | undefined {
  const delayMs = durationMs(delay);
  const ending = hang ? 'hang' : reset ? 'reset' : truncation(truncated, body);
  return delayMs > 0 || ending !== undefined ? { delayMs, ending, released } : undefined;
}

function truncation(truncated: Fault['truncated'], body: string): number | undefined {
  if (truncated === undefined || truncated === false) return undefined;
  const { length } = new TextEncoder().encode(body);
  return Math.min(truncated === true ? Math.floor(length / 2) : truncated, Math.max(0, length - 1));
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

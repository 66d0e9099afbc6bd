import { lowerCased, type WireFault, type WireResponse } from '../http/message.ts';
import { durationMs } from '../time/time.ts';
import type { ReleaseSignal } from '../time/release.ts';
import type { Fault } from '../rows/fault.ts';

const page = '<!doctype html>\n<title>Sign in</title>\n<p>This is not the requested resource.</p>\n';

/** Whether the operation takes effect despite the fault. */
export function takesEffect(fault: Fault): boolean {
  return fault.takesEffect === true || !replacesResponse(fault);
}

/**
 * @param status - Success status of the operation.
 * @param actual - The operation's response, if the operation took effect.
 * @param released - Signal that ends delays and hanging responses.
 */
export function faultyResponse(
  fault: Fault,
  status: number,
  actual: WireResponse | undefined,
  released: ReleaseSignal,
): WireResponse {
  const { headers = {}, contentType } = fault;
  const base = actual === undefined || replacesResponse(fault) ? replacement(fault, status) : actual;
  const type = contentType === undefined ? {} : { 'content-type': contentType };
  return {
    ...base,
    headers: { ...base.headers, ...lowerCased(headers), ...type },
    fault: wireFault(fault, base.body, released),
  };
}

function replacesResponse({ status, body, notJson, hang, reset }: Fault): boolean {
  return status !== undefined || body !== undefined || notJson === true || hang === true || reset === true;
}

function replacement(fault: Fault, success: number): WireResponse {
  const { body, notJson, status = success } = fault;
  if (notJson) return respond(status, 'text/html; charset=utf-8', page);
  if (typeof body === 'string') return respond(status, 'text/plain; charset=utf-8', body);
  if (body !== undefined) return respond(status, 'application/json', JSON.stringify(body));
  if (status < 400) return { status, headers: {}, body: '' };
  const details = { type: 'about:blank', status, detail: 'The fake server injected this fault.' };
  return respond(status, 'application/problem+json', JSON.stringify(details));
}

function respond(status: number, contentType: string, body: string): WireResponse {
  return { status, headers: { 'content-type': contentType }, body };
}

function wireFault(
  { delay = 0, hang, reset, truncated }: Fault,
  body: string,
  released: ReleaseSignal,
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

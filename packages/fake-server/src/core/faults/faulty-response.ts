import { endpoints, type OperationId } from '@mock-services/sdk/contract';
import { varyFault, type Behavior } from '../behavior/behavior.ts';
import { lowerCased, type WireFault, type WireResponse } from '../http/message.ts';
import { problemResponse } from '../http/problem.ts';
import { durationMs } from '../time/time.ts';
import type { ReleaseSignal } from '../time/release.ts';
import type { Fault } from './fault.ts';

const page = '<!doctype html>\n<title>Sign in</title>\n<p>This is not the requested resource.</p>\n';

/** Whether the operation takes effect despite the fault. */
export function letsThrough(fault: Fault | undefined): boolean {
  return fault === undefined || fault.takesEffect === true || !replacesResponse(fault);
}

interface Circumstances {
  readonly behavior: Behavior;
  readonly operation: OperationId | undefined;
  /** Aborting this signal ends delays and hanging responses. */
  readonly released: ReleaseSignal;
}

/** @param actual - The operation's response, or `undefined` if the operation did not take effect. */
export function applyFault(
  fault: Fault,
  actual: WireResponse | undefined,
  { released, ...requested }: Circumstances,
): WireResponse {
  const { headers = {}, contentType } = fault;
  const base = actual === undefined || replacesResponse(fault) ? replacement(fault, requested) : actual;
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

function replacement(fault: Fault, { behavior, operation }: Omit<Circumstances, 'released'>): WireResponse {
  const { body, notJson, status = operation === undefined ? 500 : endpoints[operation].status } = fault;
  if (notJson) return respond(status, 'text/html; charset=utf-8', page);
  if (typeof body === 'string') return respond(status, 'text/plain; charset=utf-8', body);
  if (body !== undefined) return respond(status, 'application/json', JSON.stringify(body));
  if (status < 400) return { status, headers: {}, body: '' };
  return varyFault(behavior, problemResponse(status, 'The fake server injected this fault.'));
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

import type { WireResponse } from '../core/index.ts';

const titles = { 403: 'Forbidden', 413: 'Content Too Large', 421: 'Misdirected Request' } as const;

/** Problem details (RFC 9457) for a request that is refused before the fake server sees it. */
export function refusal(status: keyof typeof titles, detail: string): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ type: 'about:blank', title: titles[status], status, detail }),
  };
}

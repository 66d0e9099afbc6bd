/**
 * What the HAR importers of browsers require and compute, without their user interfaces. They are written after the
 * sources of the browsers, and share no code with `toHar`.
 */

interface ImportedEntry {
  readonly pageref?: string;
  readonly startedDateTime: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly cookies: readonly unknown[];
    readonly httpVersion: string;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly cookies: readonly unknown[];
    readonly content: { readonly size: number; readonly mimeType: string };
    readonly bodySize: number;
  };
  readonly timings: Readonly<Record<string, number>>;
  readonly cache: { readonly afterRequest?: unknown };
}

interface ImportedPage {
  readonly id: string;
  readonly startedDateTime: string;
  readonly pageTimings: { readonly onContentLoad: number; readonly onLoad: number };
}

interface ImportedLog {
  readonly version: string;
  readonly pages: readonly ImportedPage[];
  readonly entries: readonly ImportedEntry[];
}

export interface Imported {
  readonly url: string;
  readonly startedMs: number;
  readonly totalMs: number;
}

const logOf = (text: string) => (JSON.parse(text) as { readonly log: ImportedLog }).log;

const timingKeys = ['blocked', 'dns', 'connect', 'ssl', 'send', 'wait', 'receive'];

/** After `devtools/client/netmonitor/src/har/har-importer.js`. */
export function importedByFirefox(text: string): Imported[] {
  const { pages, entries } = logOf(text);
  const byId = new Map(pages.map((page) => [page.id, page]));
  return entries.map((entry) => {
    const { onContentLoad, onLoad } = (byId.get(entry.pageref ?? '') as ImportedPage).pageTimings;
    if (entry.cache.afterRequest !== undefined) throw new TypeError('toHar writes no cache');
    if (onContentLoad > 0 || onLoad > 0) throw new TypeError('toHar knows no page timings');
    for (const { headers } of [entry.request, entry.response]) headers.map(({ name }) => name.toLowerCase());
    return {
      url: entry.request.url,
      startedMs: Date.parse(entry.startedDateTime),
      totalMs: timingKeys.reduce((sum, key) => sum + (entry.timings[key] as number), 0),
    };
  });
}

/** After `NetworkManager.processHAR` and `LocalResource.fromHAREntry` of WebKit's Web Inspector. */
export function importedBySafari(text: string): Imported[] {
  const { version, entries, pages } = logOf(text) as Partial<ImportedLog>;
  if (typeof version !== 'string') throw new TypeError('invalid HAR');
  if (version !== '1.2') throw new TypeError('unsupported HAR version');
  if (entries === undefined || !pages?.[0]?.startedDateTime) throw new TypeError('invalid HAR');
  const archiveStart = Date.parse(pages[0].startedDateTime);
  if (Number.isNaN(archiveStart)) throw new TypeError('invalid HAR');
  return entries.map(({ request, response, startedDateTime, timings }) => {
    const { blocked = NaN, dns = NaN, connect = NaN, send = NaN, wait = NaN, receive = NaN } = timings;
    const startedMs = Date.parse(startedDateTime);
    let at = startedMs - archiveStart;
    if (at < 0) throw new TypeError('the exchange is before its page');
    for (const step of [blocked, dns, connect]) if (step !== -1) at += step;
    at += send + wait + receive;
    for (const { headers } of [request, response]) {
      if (headers.some(({ name, value }) => typeof name !== 'string' || typeof value !== 'string'))
        throw new TypeError('invalid headers');
    }
    return { url: request.url, startedMs, totalMs: at - (startedMs - archiveStart) };
  });
}

/** A small service on a slow network, whose every request can fail in its own way. */
import type { ActivityEntry, Fetch } from '@mock-services/sdk';
import { networkFailure, status } from './fetches.ts';
import { aMockService, anEntry } from './fixtures.ts';
import { pause } from './virtual-time.ts';

/**
 * What happens to a request: `refused` and `failed` are responses without an effect, `unreached` is lost on its way to
 * the service, and `lost` is a response that is lost on its way back. `gone` means that a colleague was faster.
 */
export type Fate = 'ok' | 'refused' | 'failed' | 'unreached' | 'lost' | 'gone';

export const ids = ['3f0b6a52-4d8e-4c55-9c7c-0d6f3b1a2e41', '7d1c5b1e-93b4-4f0f-a1d5-02d0d3f6f4aa'] as const;

interface Sent {
  readonly path: string;
  readonly isWrite: boolean;
  readonly fate: Fate;
  /** When a write ended for the client: the time, the number of requests before, and the version that it made. */
  ended?: { readonly at: number; readonly sent: number; readonly version: number };
}

export class Service {
  readonly sent: Sent[] = [];
  /** What each path showed after each change. */
  readonly versions: ((path: string) => string | undefined)[] = [];
  readonly #titles = new Map<string, string>(ids.map((id) => [id, 'first']));
  #log = '/first';
  #writes = 0;
  readonly #delays: readonly number[];
  readonly #fateOf: (isWrite: boolean) => Fate;

  /** @param delays - Milliseconds to and from the service, one after the other. */
  constructor(delays: readonly number[], fateOf: (isWrite: boolean) => Fate) {
    this.#delays = delays;
    this.#fateOf = fateOf;
    this.#keep();
  }

  readonly fetch: Fetch = async (url, { method, body, signal }) => {
    const path = new URL(url).pathname.replace('/api/v1', '').toLowerCase();
    const isWrite = method !== 'GET';
    const fate = this.#fateOf(isWrite);
    const sent: Sent = { path, isWrite, fate };
    const at = this.sent.push(sent);
    const delay = (index: number) => pause(this.#delays[index % this.#delays.length] ?? 0, signal);
    await delay(2 * at);
    if (fate === 'unreached') throw networkFailure();
    if (fate === 'gone') this.#titles.delete(idIn(path));
    const response = this.#respond(method, path, fate, body);
    if (isWrite) this.#keep();
    const version = this.versions.length - 1;
    await delay(2 * at + 1);
    if (isWrite) sent.ended = { at: performance.now(), sent: this.sent.length, version };
    if (fate === 'lost') throw networkFailure();
    return response;
  };

  /** What a query of the path shows, or `undefined` if the service has no such resource. */
  shown(path: string): string | undefined {
    return this.versions.at(-1)?.(path);
  }

  /** A change by a colleague. */
  rename(id: string, title: string | undefined): void {
    if (title !== undefined && this.#titles.has(id)) this.#titles.set(id, title);
    this.#keep();
  }

  #keep(): void {
    const [titles, log] = [new Map(this.#titles), this.#log];
    this.versions.push((path) => {
      if (path.endsWith('/activity')) return log;
      if (path.includes('/workspace/')) return JSON.stringify([...titles]);
      return path.endsWith('s') ? [...titles.values()].join() : titles.get(idIn(path));
    });
  }

  #respond(method: string, path: string, fate: Fate, body?: string): Response {
    if (fate === 'refused') return status(403);
    if (fate === 'failed') return status(503);
    return method === 'GET' ? this.#read(path) : this.#write(method, path, body);
  }

  #read(path: string): Response {
    const shown = this.shown(path);
    if (shown === undefined) return status(404);
    if (path.endsWith('/activity')) return Response.json({ data: [logEntry(shown)] });
    if (!path.endsWith('s')) return Response.json({ data: aMockService({ title: shown }) });
    return Response.json({ data: [...this.#titles].map(([id, title]) => aMockService({ id, title })) });
  }

  #write(method: string, path: string, body?: string): Response {
    this.#writes += 1;
    const id = method === 'POST' ? `${1000 + this.#writes}${ids[0].slice(4)}` : idIn(path);
    if (path.endsWith('/activity')) {
      this.#log = `/cleared-${this.#writes}`;
      return status(200);
    }
    if (method !== 'POST' && !this.#titles.has(id)) return status(this.#writes % 2 === 0 ? 404 : 410);
    if (method === 'DELETE') {
      this.#titles.delete(id);
      return status(200);
    }
    const { title } = (JSON.parse(body ?? '') as { data: { title: string } }).data;
    this.#titles.set(id, title);
    if (method === 'POST') return Response.json({ id }, { status: 201 });
    return Response.json({ data: aMockService({ id, title }) });
  }
}

const idIn = (path: string) => path.split('/').at(-1) ?? '';

function logEntry(path: string): ActivityEntry {
  const entry = anEntry();
  return { ...entry, request: { ...entry.request, path } };
}

import type { FakeServerOptions } from '@mock-services/fake-server';
import type { FaultOptions } from '@mock-services/fake-server/core';
import { onTestFinished } from 'vitest';

/** A running fake server that clients reach through MSW handlers, `fetch`, a port or a Worker. */
export interface Adapter {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  close(): Promise<void> | void;
}

type Awaitable<Value> = Value | Promise<Value>;

/** The methods of a fake server that the suite calls. An adapter may send the calls over a network. */
export interface AdapterWithFake extends Adapter {
  readonly fake: {
    readonly faults: {
      add(fault: FaultOptions): unknown;
      list(): Awaitable<readonly { readonly used: number }[]>;
    };
    reset(): Awaitable<void>;
  };
}

/** Starts a fake server with the given options behind the tested adapter. */
export type Setup = (options?: FakeServerOptions) => Awaitable<AdapterWithFake>;

/** A response whose body has been read. */
export interface ReadResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Returns the parsed body. Throws if the body is not JSON. */
  json(): unknown;
}

export interface Sent {
  /** Body of the request. A string is sent unchanged. Any other value is sent as JSON. */
  readonly body?: unknown;
  /**
   * Content type of the request. If there is a body, the default is `application/json`. With `undefined`, `fetch`
   * chooses the content type.
   */
  readonly contentType?: string | undefined;
}

export type Call = (method: string, path: string, sent?: Sent) => Promise<ReadResponse>;

/** Starts a fake server until the end of the current test. */
export async function connect(setup: Setup, options?: FakeServerOptions): Promise<Call> {
  const adapter = await setup(options);
  onTestFinished(() => adapter.close());
  // Do not call `fetch` as a method of the adapter, because browsers accept only `window` as its object.
  const { baseUrl, fetch } = adapter;
  return async (method, path, sent = {}) => read(await fetch(baseUrl + path, initOf(method, sent)));
}

function initOf(method: string, sent: Sent): RequestInit {
  if (sent.body === undefined) return { method };
  const body = typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body);
  const type = 'contentType' in sent ? sent.contentType : 'application/json';
  return { method, body, headers: type === undefined ? {} : { 'content-type': type } };
}

async function read(response: Response): Promise<ReadResponse> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  const { status, headers } = response;
  return { status, headers, bytes, text, json: (): unknown => JSON.parse(text) };
}

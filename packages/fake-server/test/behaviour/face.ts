import type { FakeServerOptions } from '@mock-services/fake-server';
import type { FaultOptions } from '@mock-services/fake-server/core';
import { onTestFinished } from 'vitest';

/** A running fake server as its clients see it. */
interface Face {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  close(): Promise<void> | void;
}

/** Starts a fake server with options of the suite's choice, behind the face under test. */
export type Setup = (options?: FakeServerOptions) => Promise<Face> | Face;

/** What the suite uses of a fake server, which may be reached over a network alone. */
interface Fixtures {
  readonly faults: {
    add(fault: FaultOptions): unknown;
    list(): Awaitable<readonly unknown[]>;
  };
  readonly journal: { assertClean(): Awaitable<void> };
  readonly mockServices: { list(): Awaitable<readonly unknown[]> };
  reset(): Awaitable<void>;
}

type Awaitable<Value> = Value | Promise<Value>;

/** A face with the fake server itself, for fixtures. */
export interface FaceWithFake extends Face {
  readonly fake: Fixtures;
}

/** Starts a fake server whose fixtures are at hand. */
export type SetupWithFake = (options?: FakeServerOptions) => Promise<FaceWithFake> | FaceWithFake;

/** A response, read to its last byte. */
export interface ReadResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The body parsed; throws when it is not JSON. */
  json(): unknown;
}

/** What a request has besides its method and its path. */
interface Sent {
  /** Sent as JSON unless it is a string, which is sent as it is. */
  readonly body?: unknown;
  /** `application/json` by default where there is a body; `undefined` lets fetch choose. */
  readonly contentType?: string | undefined;
}

export type Call = (method: string, path: string, sent?: Sent) => Promise<ReadResponse>;

/** Starts a fake server until the end of the running test. */
export async function connect(setup: Setup, options?: FakeServerOptions): Promise<Call> {
  const face = await setup(options);
  onTestFinished(() => face.close());
  // A browser's fetch refuses to be called as the method of anything but its window.
  const { baseUrl, fetch } = face;
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
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    json: (): unknown => JSON.parse(text),
  };
}

/** What is absent in React Native. `checks/environments` runs the packages with its polyfills. */
import { createClient, type Fetch } from '@mock-services/sdk';
import { waitForActivity } from '@mock-services/sdk/activity';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hang } from '../support/fetches.ts';
import { anEntry, baseUrl, mockServiceId, workspaceId } from '../support/fixtures.ts';

/** Has neither `reason` nor `throwIfAborted`. */
class BareSignal extends EventTarget {
  aborted = false;
}

class BareController {
  readonly signal = new BareSignal();
  abort() {
    if (this.signal.aborted) return;
    this.signal.aborted = true;
    this.signal.dispatchEvent(new Event('abort'));
  }
}

/** Accepts any signal, like the polyfill. */
class BareRequest {
  readonly url: string;
  readonly headers = new Headers();
  readonly method: string;
  readonly signal: AbortSignal | undefined;
  constructor(url: string, { method = 'GET', signal }: { method?: string; signal?: AbortSignal } = {}) {
    this.url = url;
    this.method = method;
    this.signal = signal;
  }
}

/** The polyfill's responses have no `body`. */
const responding =
  (body: unknown): Fetch =>
  () =>
    Promise.resolve({
      ok: true,
      status: 200,
      headers: new Headers(),
      text: () => Promise.resolve(JSON.stringify(body)),
    });

beforeEach(() => {
  vi.stubGlobal('AbortController', BareController);
  vi.stubGlobal('Request', BareRequest);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("React Native's AbortController", () => {
  const controller = () => new AbortController();

  test('calls succeed', async () => {
    const client = createClient({ baseUrl, fetch: responding({ data: [anEntry()] }) });
    await expect(client.activity.list(workspaceId)).resolves.toEqual([anEntry()]);
    await expect(waitForActivity(client, workspaceId, {})).resolves.toEqual(anEntry());
  });

  test('aborting a call or a wait rejects with an AbortError', async () => {
    const client = createClient({ baseUrl, fetch: hang });
    const ending = controller();
    const { signal } = ending;
    setTimeout(() => ending.abort());
    const calls = [
      client.mockServices.get(mockServiceId, { signal }),
      waitForActivity(client, workspaceId, {}, { signal }),
    ];
    for (const result of await Promise.allSettled(calls))
      expect(result).toMatchObject({ reason: { name: 'AbortError' } });
  });
});

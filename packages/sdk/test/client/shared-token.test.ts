/** Calls that need a token at the same time share one run of the token function. In virtual time. */
import { createClient, type Fetch, type TokenRequest } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { failureOf } from '../support/failures.ts';
import { emptyList, status } from '../support/fetches.ts';
import { baseUrl } from '../support/fixtures.ts';
import { advance, pause, settle, useVirtualTime } from '../support/virtual-time.ts';

useVirtualTime();

describe('two calls that start one after the other, with a token that has expired', () => {
  interface Times {
    readonly start: number;
    readonly token: number;
    readonly request: number;
  }
  const offsets = Array.from({ length: 20 }, (_, tens) => [tens * 10 + 3, tens * 10 + 7]).flat();

  /** Predicts the runs of the token function and the requests, in order. */
  function model({ start, token, request }: Times): string[] {
    const log: { readonly at: number; readonly what: string }[] = [];
    let run = { end: -1, rejected: false };
    const calls = [
      { at: 0, rejected: false },
      { at: start, rejected: false },
    ];
    for (let [call] = calls; call; [call] = calls.sort((a, b) => a.at - b.at)) {
      if (run.end <= call.at) {
        run = { end: call.at + token, rejected: call.rejected };
        log.push({ at: call.at, what: `token, rejected: ${call.rejected ? 't1' : 'none'}` });
      }
      call.at = run.end;
      // A run that began before the 401 returns the rejected token, so the call needs another run.
      if (call.rejected && !run.rejected) continue;
      log.push({ at: call.at, what: `request with ${run.rejected ? 't2' : 't1'}` });
      call.at += request;
      if (run.rejected) calls.shift();
      call.rejected = true;
    }
    return log.map(({ at, what }) => `${at} ${what}`).sort();
  }

  async function play({ start, token, request }: Times): Promise<string[]> {
    const log: string[] = [];
    const began = performance.now();
    const add = (what: string) => log.push(`${performance.now() - began} ${what}`);
    const fetch: Fetch = async (_, { headers, signal }) => {
      const sent = headers['authorization']?.replace('Bearer ', '');
      add(`request with ${sent}`);
      await pause(request, signal);
      return sent === 't2' ? emptyList.clone() : status(401);
    };
    const source = async ({ rejected }: TokenRequest) => {
      add(`token, rejected: ${rejected ?? 'none'}`);
      await pause(token);
      return rejected === undefined ? 't1' : 't2';
    };
    const { workspaces } = createClient({ baseUrl, fetch, token: source, maxRetries: 0 });
    const second = pause(start).then(() => workspaces.list());
    await settle(Promise.all([workspaces.list(), second]));
    return log.sort();
  }

  test.each([
    { token: 50, request: 10 },
    { token: 10, request: 50 },
  ])('get the new token, whenever the second call starts: $token ms, $request ms', async (times) => {
    for (const start of offsets) {
      const scenario = { ...times, start };
      expect({ start, log: await play(scenario) }).toEqual({ start, log: model(scenario) });
    }
  });
});

describe('a run of the token function whose calls end', () => {
  const fetch: Fetch = () => Promise.resolve(emptyList.clone());

  test('continues after an abort, and the next call gets its token', async () => {
    const token = vi.fn(() => pause(50).then(() => 'refreshed'));
    const { workspaces } = createClient({ baseUrl, fetch, token });
    for (let keystroke = 0; keystroke < 3; keystroke += 1) {
      const typing = new AbortController();
      const call = failureOf(workspaces.list({ signal: typing.signal }));
      await advance(10);
      typing.abort();
      expect(await call).toMatchObject({ name: 'AbortError', attempts: 0 });
    }
    await expect(settle(workspaces.list())).resolves.toEqual([]);
    expect(token).toHaveBeenCalledTimes(1);
    await settle(workspaces.list());
    expect(token).toHaveBeenCalledTimes(2);
  });

  test('is not shared after it has failed, even if all calls were aborted', async () => {
    const token = vi
      .fn(() => Promise.resolve('secret-2'))
      .mockImplementationOnce(async () => {
        await pause(50);
        throw new Error('The identity provider is down.');
      });
    const { workspaces } = createClient({ baseUrl, fetch, token });
    const aborting = new AbortController();
    const call = failureOf(workspaces.list({ signal: aborting.signal }));
    await advance(10);
    aborting.abort();
    await call;
    await advance(50);
    await expect(settle(workspaces.list())).resolves.toEqual([]);
  });

  test('is shared again after an abort until totalTimeout expires on it', async () => {
    const token = vi.fn(() => Promise.resolve('t')).mockReturnValueOnce(new Promise(() => undefined));
    const { workspaces } = createClient({ baseUrl, fetch, token });
    const aborting = new AbortController();
    const first = failureOf(workspaces.list({ signal: aborting.signal }));
    await advance(1);
    aborting.abort();
    await first;
    const second = failureOf(workspaces.list({ totalTimeout: 100 }));
    await advance(100);
    expect(await second).toMatchObject({ name: 'TimeoutError', limit: 'totalTimeout' });
    expect(token).toHaveBeenCalledTimes(1);
    await expect(settle(workspaces.list())).resolves.toEqual([]);
    expect(token).toHaveBeenCalledTimes(2);
  });
});

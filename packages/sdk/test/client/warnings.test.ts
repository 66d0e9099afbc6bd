import { createClient, type WarningEvent } from '@mock-services/sdk';
import { expect, test, vi } from 'vitest';
import { anEntry, workspaceId } from '../support/fixtures.ts';

const baseUrl = 'https://mocks.example.com';

/** How many warnings a client with `validation: 'warn'` gives for a log whose entries have these wrong headers. */
function warner() {
  const onWarning = vi.fn<(event: WarningEvent) => void>();
  let wrong: readonly (readonly string[])[] = [];
  const entries = () =>
    wrong.map((names) => {
      const headers = Object.fromEntries(names.map((name) => [name, 7])) as never;
      return anEntry({ request: { ...anEntry().request, headers } });
    });
  const fetch = () => Promise.resolve(Response.json({ data: entries() }));
  const client = createClient({ baseUrl, fetch, validation: 'warn', onWarning });
  return async (...names: readonly (readonly string[])[]) => {
    wrong = names;
    onWarning.mockClear();
    await client.activity.list(workspaceId);
    return onWarning.mock.calls.length;
  };
}

test('the same place in any item is one warning', async () => {
  const warningsOf = warner();
  expect(await warningsOf(...Array.from({ length: 12 }, () => ['x']))).toBe(1);
  expect(await warningsOf(['y'])).toBe(1);
  expect(await warningsOf(['x'], ['y'])).toBe(0);
});

test('a client remembers 1,000 places, and warns of others each time', async () => {
  const warningsOf = warner();
  const hundred = (round: number) => Array.from({ length: 100 }, (_, index) => `x${round}y${index}`);
  for (let round = 0; round <= 10; round += 1) expect(await warningsOf(hundred(round))).toBe(100);
  expect(await warningsOf(hundred(0))).toBe(0);
  expect(await warningsOf(hundred(9))).toBe(0);
  expect(await warningsOf(hundred(10))).toBe(100);
});

test('a place with a name that is too long is not remembered', async () => {
  const warningsOf = warner();
  const longest = 'x'.repeat(999 - 'listActivity data[].request.headers.'.length);
  expect(await warningsOf([longest])).toBe(1);
  expect(await warningsOf([longest])).toBe(0);
  expect(await warningsOf([`${longest}x`])).toBe(1);
  expect(await warningsOf([`${longest}x`])).toBe(1);
});

test('without validation a body may be anything', async () => {
  for (const [body, expected] of [
    ['null', undefined],
    ['{"data":7}', 7],
    ['7', undefined],
  ] as const) {
    const fetch = () => Promise.resolve(new Response(body));
    const list = createClient({ baseUrl, fetch, validation: 'off' }).workspaces.list();
    await expect(list).resolves.toBe(expected);
  }
});

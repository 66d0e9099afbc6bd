import { fakeTest } from '@mock-services/fake-server/vitest';
import { describe, expect } from 'vitest';
import { input } from '../support/samples.ts';

const test = fakeTest({ seed: { mockServices: [] } });
const tests = Array.from({ length: 200 }, (_, index) => index);

/** Yields to the other tests. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, Math.random() * 5));

let running = 0;
let most = 0;

describe.concurrent('200 tests at a time', () => {
  test.for(tests)('test %i sees only its own world', async (index, { fake, client, expect }) => {
    running += 1;
    most = Math.max(most, running);
    for (let round = 0; round < 3; round += 1) {
      await pause();
      await client.mockServices.create(input({ title: `${index}/${round}` }));
      await pause();
      fake.clock.advance(index);
    }
    await pause();
    const titles = (await client.mockServices.list()).map(({ title }) => title);
    expect(titles).toEqual([`${index}/0`, `${index}/1`, `${index}/2`]);
    expect(fake.clock.now()).toBe(Date.parse('2026-01-01T00:00:00Z') + 3 * (index + 1));
    running -= 1;
  });
});

test('the tests ran concurrently', () => {
  expect(most).toBeGreaterThan(100);
});

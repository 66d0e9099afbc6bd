import { createFakeServer, type FakeServerOptions, OptionError } from '@mock-services/fake-server/core';
import { openPoints } from '@mock-services/sdk/contract';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

/** What `createFakeServer` warns of, given also options that do not exist. */
function warningsOf(options: object): string[] {
  const onWarning = vi.fn<(message: string) => void>();
  createFakeServer({ onWarning, ...options });
  return onWarning.mock.calls.flat();
}

describe('an option that does not exist is told', () => {
  test.each([
    ['latancy', 'latency'],
    ['baseURL', 'baseUrl'],
    ['base_url', 'baseUrl'],
    ['requireToken', 'requiredToken'],
    ['deleteBodies', 'deleteBody'],
  ])('with the one that was meant: %s', (given, meant) => {
    expect(warningsOf({ [given]: 'canary' })).toEqual([
      `createFakeServer has no option "${given}": it has no effect. Did you mean ${meant}?`,
    ]);
  });

  test('with all there are, where it resembles none', () => {
    const [warning] = warningsOf({ workspaces: [] });
    expect(warning).toMatch(
      /^createFakeServer has no option "workspaces": it has no effect\. There are baseUrl, seed, /,
    );
  });

  test('on the console where nobody listens', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    createFakeServer({ latancy: 1 } as FakeServerOptions);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('Did you mean latency?')]]);
  });

  test('with an error, if that is what onWarning makes of it', () => {
    const onWarning = (message: string) => {
      throw new Error(message);
    };
    expect(() => createFakeServer({ latancy: 1, onWarning } as FakeServerOptions)).toThrow('"latancy"');
  });
});

test.each(['maxWorldByte', 'maxBodyByte'])('%s means the nearest of two', (option) => {
  expect(warningsOf({ [option]: 1 })).toEqual([expect.stringContaining(`Did you mean ${option}s?`)]);
});

test('nothing is told of those that exist', () => {
  const ofPoints = Object.fromEntries(openPoints.map(({ option = 'latency' }) => [option, undefined]));
  const others = { baseUrl: undefined, seed: {}, randomSeed: 1, clock: 0, maxBodyBytes: 1, latency: 0 };
  expect(warningsOf({ ...ofPoints, ...others, storage: undefined, journal: false })).toEqual([]);
});

describe('an invalid value is shown', () => {
  test.each<[FakeServerOptions, string]>([
    [{ latency: '5 minutes' as '5m' }, '"5 minutes"'],
    [{ latency: -1 }, '-1'],
    [{ latency: Number.NaN }, 'NaN'],
    [{ latency: 'x'.repeat(100) as '5m' }, `"${'x'.repeat(80)}"…`],
    [{ maxWorldBytes: 0.5 }, '0.5'],
    [{ maxActivityEntries: '9' as never }, '"9"'],
    [{ journal: { maxEntries: -1 } }, '-1'],
    [{ onExpiry: 'drop' as 'hide' }, '"drop"'],
    [{ grease: 'yes' as never }, '"yes"'],
    [{ grease: { seed: 0.5 } }, '0.5'],
    [{ grease: { only: ['list-order', 'order'] as never } }, '"order"'],
    [{ grease: { except: 'list-order' as never } }, '"list-order"'],
    [{ grease: { only: [undefined] as never } }, 'nothing'],
    [{ randomSeed: 1.5 }, '1.5'],
    [{ randomSeed: Number.NaN, grease: true }, 'NaN'],
    [{ randomSeed: '1' as never }, '"1"'],
    [{ maxBodyBytes: -1 }, '-1'],
    [{ journal: { maxBytes: -1 } }, '-1'],
  ])('%o', (options, shown) => {
    expect(() => createFakeServer(options)).toThrow(OptionError);
    expect(() => createFakeServer(options)).toThrow(`; got ${shown}.`);
    const [name = ''] = Object.keys(options);
    expect(() => createFakeServer(options)).toThrow(new RegExp(`^The option ${name}\\b`));
  });

  test('but not that of a token', () => {
    const options = { requiredToken: ['canary'] as never };
    expect(() => createFakeServer(options)).toThrow('The option requiredToken has to be: text, not empty.');
  });
});

test('a field of a fault that does not exist is told with the one that was meant', () => {
  const fault = { operation: 'listWorkspaces', staus: 503 } as const;
  expect(() => createFakeServer().faults.add(fault)).toThrow('received another field. Did you mean status?');
});

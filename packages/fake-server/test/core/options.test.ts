/** Tests unknown and invalid options of `createFakeServer`. */
import { assumptions, createFakeServer, type FakeServerOptions } from '@mock-services/fake-server/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failureOf } from '../support/failure.ts';

/** Returns the warnings about the given options, some of which may be unknown. */
function warningsOf(options: object): string[] {
  const onWarning = vi.fn<(message: string) => void>();
  createFakeServer({ onWarning, ...options });
  return onWarning.mock.calls.flat();
}

describe('the warning about an unknown option', () => {
  test.each([
    ['latancy', 'latency'],
    ['baseURL', 'baseUrl'],
    ['base_url', 'baseUrl'],
    ['requireToken', 'requiredToken'],
    ['deleteBodies', 'deleteBody'],
    ['maxWorldByte', 'maxWorldBytes'],
    ['maxBodyByte', 'maxBodyBytes'],
  ])('the warning about an unknown option suggests the most similar option: %s → %s', (given, meant) => {
    expect(warningsOf({ [given]: 'canary' })).toEqual([
      `createFakeServer: unknown option \`${given}\`. Did you mean ${meant}?`,
    ]);
  });

  test('the warning about an unknown option lists all options if none is similar', () => {
    expect(warningsOf({ workspaces: [] })).toEqual([
      expect.stringMatching(
        /^createFakeServer: unknown option `workspaces`\. Valid options: baseUrl, seed, /,
      ),
    ]);
  });

  test('warnings are printed with `console.warn` by default', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    createFakeServer({ latancy: 1 } as FakeServerOptions);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('Did you mean latency?')]]);
  });

  test('an unknown option causes an error if `onWarning` throws', () => {
    const onWarning = (message: string) => {
      throw new Error(message);
    };
    expect(() => createFakeServer({ latancy: 1, onWarning } as FakeServerOptions)).toThrow('`latancy`');
  });

  test('known options cause no warning', () => {
    const ofPoints = Object.fromEntries(
      Object.values(assumptions).map(({ option = 'latency' }) => [option, undefined]),
    );
    const others = { baseUrl: undefined, seed: {}, randomSeed: 1, clock: 0, maxBodyBytes: 1, latency: 0 };
    expect(warningsOf({ ...ofPoints, ...others, storage: undefined, journal: false })).toEqual([]);
  });
});

describe('the error about an invalid option', () => {
  test.each<[unknown, string]>([
    [{ latency: '5 minutes' }, '"5 minutes"'],
    [{ latency: -1 }, '-1'],
    [{ latency: Number.NaN }, 'NaN'],
    [{ latency: 2 ** 31 }, '2147483648'],
    [{ latency: '25d' }, '"25d"'],
    [{ latency: 'x'.repeat(100) }, `"${'x'.repeat(80)}"…`],
    [{ maxWorldBytes: 0.5 }, '0.5'],
    [{ maxActivityEntries: '9' }, '"9"'],
    [{ journal: { maxEntries: -1 } }, '-1'],
    [{ journal: { maxBytes: -1 } }, '-1'],
    [{ baseUrl: '/api' }, '"/api"'],
    [{ clock: 'noon' }, '"noon"'],
    [{ clock: () => 'noon' }, '"noon"'],
    [{ storage: {} }, 'object'],
    [{ storage: { load: () => [] } }, 'object'],
    [{ storage: 'world.sqlite' }, '"world.sqlite"'],
    [{ storage: null }, 'null'],
    [{ onExpiry: 'drop' }, '"drop"'],
    [{ randomSeed: 1.5 }, '1.5'],
    [{ randomSeed: Number.NaN, grease: true }, 'NaN'],
    [{ randomSeed: '1' }, '"1"'],
    [{ maxBodyBytes: -1 }, '-1'],
    [{ grease: 'yes' }, '"yes"'],
    [{ grease: Number.NaN }, 'NaN'],
    [{ grease: null }, 'null'],
    [{ grease: 0.5 }, '0.5'],
    [{ grease: { seed: 1 } }, 'object'],
  ])('the error about an invalid option contains its name and value: `%o`', (options, shown) => {
    const { message } = failureOf(() => createFakeServer(options as FakeServerOptions), 'invalid-option');
    expect(message).toMatch(new RegExp(`^The option ${Object.keys(options as object)[0]}\\b`));
    expect(message).toContain(`; got ${shown}.`);
  });

  test('the error about an excessive latency states the maximum latency', () => {
    expect(() => createFakeServer({ latency: 2 ** 31 })).toThrow('at most 2147483647 ms');
  });
});

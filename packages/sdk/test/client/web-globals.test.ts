/** Tests the client in environments that hide web APIs, such as jest-environment-jsdom. */
import { createClient } from '@mock-services/sdk';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each(['Headers', 'Request', 'Response'])(
  '`createClient` names the missing %s and jest-fixed-jsdom',
  (name) => {
    vi.stubGlobal(name, undefined);
    expect(() => createClient({ baseUrl: 'https://a.test' })).toThrow(
      new TypeError(
        `The client needs ${name}, which this environment does not have. jest-environment-jsdom hides Node's web APIs: use the environment jest-fixed-jsdom or node instead.`,
      ),
    );
  },
);

test('importing the client without TextEncoder fails with an error that names jest-fixed-jsdom', async () => {
  vi.stubGlobal('TextEncoder', undefined);
  vi.resetModules();
  await expect(import('../../src/index.ts')).rejects.toThrow(
    /^The client needs TextEncoder, .* jest-fixed-jsdom/,
  );
});

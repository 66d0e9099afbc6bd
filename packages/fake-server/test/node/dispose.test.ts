import { createFakeServer } from '@mock-services/fake-server/core';
import { expect, onTestFinished, test, vi } from 'vitest';

test('where an engine has no Symbol.asyncDispose, a server has the registered one', async () => {
  const current = Symbol;
  const older = new Proxy(() => {}, {
    apply: (_, __, [description]: [string?]) => current(description),
    get: (_, key): unknown => (key === 'asyncDispose' ? undefined : Reflect.get(current, key)),
  });
  vi.stubGlobal('Symbol', older);
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.resetModules();
  const { serve } = await import('@mock-services/fake-server/node');
  const running = await serve(createFakeServer());
  vi.unstubAllGlobals();
  onTestFinished(() => running.close());
  expect(Object.keys(running)).toEqual(['url', 'port', 'close']);
  expect(Object.getOwnPropertySymbols(running)).toEqual([Symbol.for('Symbol.asyncDispose')]);
});

/** Inputs that once went wrong: what has to hold holds after each. */
import { afterAll, describe, expect, test } from 'vitest';
import { corpusOf } from './corpus.ts';
import { targets } from './targets/index.ts';

describe.each(Object.keys(targets))('%s', async (name) => {
  const target = await targets[name]?.();
  afterAll(() => target?.close?.());

  test.each(corpusOf(name))('$name', async ({ input }) => {
    expect.hasAssertions();
    await expect((async () => target?.check(input as never))()).resolves.toBeUndefined();
  });
});

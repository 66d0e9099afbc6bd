/** Inputs that once went wrong: what has to hold holds after each. */
import { afterAll, expect, test } from 'vitest';
import { corpusOf } from './corpus.ts';
import type { AnyTarget } from './target.ts';
import { targets } from './targets/index.ts';

const loaded = new Map<string, Promise<AnyTarget>>();

afterAll(async () => {
  for (const target of loaded.values()) await (await target).close?.();
});

const cases = Object.entries(targets).flatMap(([target, load]) =>
  corpusOf(target).map(({ name, input }) => ({ target, name, input, load })),
);

test.each(cases)('$target: $name', async ({ target, input, load }) => {
  loaded.set(target, loaded.get(target) ?? load());
  const { check } = (await loaded.get(target)) ?? {};
  await expect((async () => check?.(input as never))()).resolves.toBeUndefined();
});

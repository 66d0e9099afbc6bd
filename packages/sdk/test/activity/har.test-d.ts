import type { Har, HarEntry } from '@mock-services/sdk/activity';
import type * as format from 'har-format';
import { expectTypeOf, test } from 'vitest';

test('the HAR that toHar writes is assignable to the types of har-format', () => {
  expectTypeOf<Har>().toExtend<format.Har>();
});

test('the assignability notices a field that is missing or of another type', () => {
  // @ts-expect-error an entry has a request
  expectTypeOf<Omit<HarEntry, 'request'>>().toExtend<format.Entry>();
  // @ts-expect-error a time is a number
  expectTypeOf<Omit<HarEntry, 'time'> & { time: string }>().toExtend<format.Entry>();
});

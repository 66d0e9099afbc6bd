import { fakeTest, installMatchers } from '@mock-services/fake-server/vitest';
import type { Client } from '@mock-services/sdk';
import { expect, expectTypeOf } from 'vitest';
import { idOf } from '../support/samples.ts';

installMatchers();
const test = fakeTest({ client: { token: 'token' } });

test('the fixtures of `fakeTest` have the expected types', async ({ fake, client, fakeOptions }) => {
  expectTypeOf(client).toEqualTypeOf<Client>();
  expectTypeOf(fake.reset).toBeFunction();
  expectTypeOf(fakeOptions.seed).not.toBeAny();
  // @ts-expect-error the interface has no such operation
  await client.workspaces.delete(idOf(1));
});

// @ts-expect-error the fake server determines fetch
fakeTest({ client: { fetch } });
// @ts-expect-error a clock is not a boolean
fakeTest({ clock: true });

export async function matchers(fake: unknown): Promise<void> {
  expectTypeOf(expect(fake).toHaveRecorded(idOf(1), { status: '5xx' })).toEqualTypeOf<void>();
  await expect(Promise.resolve(fake)).resolves.not.toHaveRecorded(idOf(1), {}, { times: 2 });
  // @ts-expect-error the workspace is missing
  expect(fake).toHaveRecorded();
  // @ts-expect-error entries have no such field
  expect(fake).toHaveRecorded(idOf(1), { verb: 'POST' });
  // @ts-expect-error times is a number
  expect(fake).toHaveRecorded(idOf(1), {}, { times: 'once' });
  expectTypeOf(expect(fake).toHaveReceived('listWorkspaces')).toEqualTypeOf<void>();
  expect(fake).toHaveReceived(
    'createMockService',
    { body: { title: 'Orders' }, headers: { a: /b/ } },
    { times: 1 },
  );
  // @ts-expect-error the interface has no such operation
  expect(fake).toHaveReceived('deleteWorkspace');
  // @ts-expect-error the operation is the first argument
  expect(fake).toHaveReceived('listWorkspaces', { operation: 'listActivity' });
}

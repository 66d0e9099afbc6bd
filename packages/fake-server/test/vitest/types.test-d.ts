import { fakeTest, installMatchers } from '@mock-services/fake-server/vitest';
import type { Client } from '@mock-services/sdk';
import { expect, expectTypeOf } from 'vitest';
import { idOf } from '../support/samples.ts';

installMatchers();
const test = fakeTest({ client: { token: 'token' } });

test('the fixtures of `fakeTest` have the expected types', async ({ fake, client, fakeOptions }) => {
  expectTypeOf(client).toEqualTypeOf<Client>();
  expectTypeOf(fake.reset).toBeFunction();
  expectTypeOf(fake).not.toHaveProperty('handlers');
  expectTypeOf(fakeOptions.seed).not.toBeAny();
  // @ts-expect-error the interface has no such operation
  await client.workspaces.delete(idOf(1));
});

// @ts-expect-error the fake server determines fetch
fakeTest({ client: { fetch } });
// @ts-expect-error a clock is not a boolean
fakeTest({ clock: true });

export function matchers(fake: unknown): void {
  // @ts-expect-error times is a number
  expect(fake).toHaveReceived('listWorkspaces', {}, { times: 'once' });
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

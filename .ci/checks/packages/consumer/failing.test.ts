import { fakeTest } from '@mock-services/fake-server/vitest';

const test = fakeTest({ client: { maxRetries: 0 } });
const id = '00000000-0000-4000-8000-000000000000';

// Each line is short, because vitest truncates long lines in a code frame.
test('the error code frame points to a call with await', async ({ client }) => {
  await client.mockServices.get(id); // await
});

test('the error code frame points to a call of withResponse()', async ({ client }) => {
  await client.mockServices.get(id).withResponse(); // withResponse
});

test('the error code frame points to a call of modify()', async ({ client }) => {
  await client.mockServices.modify(id, (old) => old); // modify
});

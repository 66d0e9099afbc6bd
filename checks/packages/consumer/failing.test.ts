import { fakeTest } from '@mock-services/fake-server/vitest';

const test = fakeTest({ client: { maxRetries: 0 } });
const id = '00000000-0000-4000-8000-000000000000';

// Each line is short, because vitest truncates long lines in a code frame.
test('the code frame of an error points to an awaited call', async ({ client }) => {
  await client.mockServices.get(id); // await
});

test('the code frame of an error points to a withResponse() call', async ({ client }) => {
  await client.mockServices.get(id).withResponse(); // withResponse
});

test('the code frame of an error points to a modify() call', async ({ client }) => {
  await client.mockServices.modify(id, (old) => old); // modify
});

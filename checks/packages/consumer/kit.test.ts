import { fakeTest, type FakeFixtures } from '@mock-services/fake-server/vitest';
import { describe, expect } from 'vitest';

const test = fakeTest({ randomSeed: 7, client: { maxRetries: 0 } });

describe.concurrent('concurrent tests', () => {
  test('the first of two concurrent tests has its own fake server', readOne);
  test('the second of two concurrent tests has its own fake server', readOne);
});

async function readOne({ fake, client }: FakeFixtures): Promise<void> {
  const { id } = fake.mockServices.add({ title: 'Orders' });
  await client.mockServices.get(id);
  expect(fake).toHaveReceived('getMockService', { params: { mockServiceId: id } }, { times: 1 });
  expect(fake).not.toHaveReceived('deleteMockService');
}

export function useWrongly(fake: unknown): void {
  // @ts-expect-error no such operation
  expect(fake).toHaveReceived('getMockServices');
}

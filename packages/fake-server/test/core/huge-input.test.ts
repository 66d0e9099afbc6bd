/** Bodies and seeds that are huge get a response or an error too. */
import { createFakeServer, type ProblemDetails, type SeedError } from '@mock-services/fake-server/core';
import type { MockService } from '@mock-services/sdk/contract';
import { expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { input } from '../support/samples.ts';
import { send } from '../support/wire.ts';

const single = '/configuration/mock-service';

test('a body with very many errors gets a response, and the next request too', () => {
  const fake = createFakeServer();
  const upstreams = Array<number>(130_000).fill(0);
  const { status, body } = send(
    fake,
    'POST',
    single,
    input({ config: { ...input().config, upstreams } as never }),
  );
  expect(status).toBe(422);
  const { detail, errors } = JSON.parse(body) as ProblemDetails;
  expect(detail).toContain('(130000 errors)');
  expect(errors).toHaveLength(101);
  expect(send(fake, 'POST', single, input()).status).toBe(201);
});

test('an error of a seed with very many problems lists some and counts the rest', () => {
  const mockServices = Array.from({ length: 20_000 }, () => 7) as unknown as MockService[];
  const error = failureOf(() => createFakeServer({ seed: { mockServices } })) as SeedError;
  expect(error.message.split('\n')).toHaveLength(102);
  expect(error.message).toContain('The seed has 20000 problems:');
  expect(error.message.endsWith('\n- 19900 more')).toBe(true);
  expect(error.issues).toHaveLength(20_000);
});

test('a body that is a number out of range is none of the right shape', () => {
  const request = { method: 'POST', path: single, headers: { 'content-type': 'application/json' } };
  expect(createFakeServer().handle({ ...request, body: '1e999' }).body).toContain('expected object');
});

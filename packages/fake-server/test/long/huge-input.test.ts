/** Tests very large bodies and seeds. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeServer, type ProblemDetails } from '@mock-services/fake-server/core';
import { openWorldFile } from '@mock-services/fake-server/node';
import type { MockService } from '@mock-services/sdk/contract';
import { expect, onTestFinished, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { mockServicePath } from '../support/paths.ts';
import { idOf, input } from '../support/samples.ts';
import { send } from '../support/wire.ts';

test('a request body with 50,000 invalid items gets a short error response', () => {
  const fake = createFakeServer();
  const upstreams = Array<number>(50_000).fill(0);
  const { status, body } = send(
    fake,
    'POST',
    mockServicePath,
    input({ config: { ...input().config, upstreams } as never }),
  );
  expect(status).toBe(422);
  const { detail, errors } = JSON.parse(body) as ProblemDetails;
  expect(detail).toContain('(50000 errors)');
  expect(errors).toHaveLength(101);
  expect(send(fake, 'POST', mockServicePath, input()).status).toBe(201);
});

test('the error about a seed with 20,000 problems lists 100 and counts the rest', () => {
  const mockServices = Array.from({ length: 20_000 }, () => 7) as unknown as MockService[];
  const error = failureOf(() => createFakeServer({ seed: { mockServices } }), 'invalid-seed');
  expect(error.message.split('\n')).toHaveLength(102);
  expect(error.message).toContain('The seed has 20000 problems:');
  expect(error.message.endsWith('\n- 19900 more')).toBe(true);
  expect(error.issues).toHaveLength(20_000);
});

test('a world with 130,000 mock services can be stored, loaded, reset and restored', () => {
  const mockServices = Array.from({ length: 130_000 }, (_, n) => ({ id: idOf(n), title: `Service ${n}` }));
  const folder = mkdtempSync(join(tmpdir(), 'mock-services-huge-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'worlds.db');
  const file = openWorldFile(path);
  const fake = createFakeServer({ seed: { mockServices }, storage: file.world('a') });
  fake.mockServices.delete(idOf(0));
  const snapshot = fake.snapshot();
  file.close();
  const reopened = openWorldFile(path);
  onTestFinished(() => reopened.close());
  const again = createFakeServer({ storage: reopened.world('a') });
  const { data } = again.snapshot();
  expect(data.mockServices).toHaveLength(129_999);
  again.seed(data);
  again.mockServices.delete(idOf(1));
  again.reset();
  expect(again.mockServices.list()).toHaveLength(129_999);
  again.restore(snapshot);
  expect(again.mockServices.get(idOf(129_999))?.title).toBe('Service 129999');
}, 600_000);

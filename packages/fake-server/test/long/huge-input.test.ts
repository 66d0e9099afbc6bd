/** Tests a very large world. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeServer } from '@mock-services/fake-server/core';
import { openWorldFile } from '@mock-services/fake-server/node';
import { expect, onTestFinished, test } from 'vitest';
import { idOf } from '../support/samples.ts';

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

/**
 * Tests that a server prevents Chromium from resending a POST. Chromium resends a POST after a 408, or if a used
 * connection ends.
 */
import { createFakeServer, type FaultOptions } from '@mock-services/fake-server/core';
import { chromium, type Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { launchOptions } from '../../../../tools/lib/chromium.ts';
import { start } from '../node/raw-client.ts';
import { input } from '../support/samples.ts';

const operation = 'createMockService';

/** Sends a POST from a page. Resolves to the status, or to `broken` if the connection breaks. */
const send = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(path, { method: 'POST', headers, body }).catch(() => undefined);
      await response?.text();
      return response?.status ?? 'broken';
    },
    [path, JSON.stringify(body)] as const,
  );

test.each<[string, Partial<FaultOptions>, number | string]>([
  ['reset', { reset: true }, 'broken'],
  ['status 408', { status: 408 }, 408],
])('Chromium does not resend a request after a fault, so the page gets it: %s', async (_, fault, outcome) => {
  const fake = createFakeServer();
  const { url } = await start(fake, { admin: true });
  const browser = await chromium.launch(launchOptions);
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${url}/configuration/workspaces`);
  const post = () => send(page, '/configuration/mock-service', input());
  for (const add of [
    () => fake.faults.add({ operation, times: 1, ...fault }),
    () => send(page, '/__fake/faults.add', { operation, times: 1, ...fault }),
  ]) {
    fake.reset();
    // The first request leaves a keep-alive connection open.
    expect(await post()).toBe(201);
    await add();
    expect(await post()).toBe(outcome);
    expect(fake.journal.find({ operation }).map(({ fault }) => fault)).toEqual([
      undefined,
      expect.any(Number),
    ]);
    expect(await post()).toBe(201);
  }
});

import { demoWorld } from '@mock-services/fake-server';
import { cases, formatReport, runConformance } from '@mock-services/fake-server/conformance';
import { openPoints } from '@mock-services/sdk/contract';
import { expect, onTestFinished, test } from 'vitest';
import { mockServicesPath } from '../support/paths.ts';
import type { Adapter, Setup } from './adapter.ts';

const required = cases.filter(({ level }) => level === 'must').length;

export function conformanceBehavior(setup: Setup): void {
  test('passes every conformance case and keeps the same data', async () => {
    const adapter = await setup();
    onTestFinished(() => adapter.close());
    await expectConformance(adapter);
  });
}

/** Expects a fake server with sample data to pass every case, and to have the same mock services afterwards. */
export async function expectConformance({ baseUrl, fetch }: Omit<Adapter, 'close'>): Promise<void> {
  const list = async () => (await fetch(baseUrl + mockServicesPath)).text();
  const before = await list();
  const allowClear = demoWorld().workspaces[0]?.id;
  const send = (url: string, init: RequestInit) => fetch(url, init);
  const report = await runConformance({ baseUrl, fetch: send, allowWrites: true, allowClear });
  expect(formatReport(report)).not.toContain('FAIL');
  expect(report).toMatchObject({ ok: true, passed: required, skipped: 0, leftovers: [] });
  expect(report.observed).toBe(cases.length - required);
  const points = openPoints.map(({ id }) => id);
  expect(points).toEqual(expect.arrayContaining(Object.keys(report.profile.observed)));
  expect(await list()).toBe(before);
}

import { demoSeed } from '@mock-services/fake-server/core';
import { cases, runConformance } from '@mock-services/conformance';
import { expect, onTestFinished, test } from 'vitest';
import { mockServicesPath } from '../support/paths.ts';
import type { Setup } from './adapter.ts';

export function conformanceBehavior(setup: Setup): void {
  test('the fake server passes every conformance case and keeps its data unchanged', async () => {
    const adapter = await setup();
    onTestFinished(() => adapter.close());
    const { baseUrl, fetch } = adapter;
    const list = async () => (await fetch(baseUrl + mockServicesPath)).text();
    const before = await list();
    const allowClear = demoSeed().workspaces[0]?.id;
    const report = await runConformance({ baseUrl, fetch, allowWrites: true, allowClear });
    expect(report.results.filter(({ outcome }) => outcome === 'failed' || outcome === 'skipped')).toEqual([]);
    const required = cases.filter(({ level }) => level === 'must').length;
    expect(report).toMatchObject({
      passed: required,
      observed: cases.length - required,
      leftovers: [],
    });
    expect(await list()).toBe(before);
  });
}

import { demoSeed } from '@mock-services/fake-server/core';
import { cases, runConformance } from '@mock-services/conformance';
import { expect, onTestFinished, test } from 'vitest';
import { mockServicesPath } from '../support/paths.ts';
import type { Adapter, Setup } from './adapter.ts';

const required = cases.filter(({ level }) => level === 'must').length;

/** Result of `conformanceOf` for the fake server with default options. */
export const conforming = {
  notPassed: [],
  passed: required,
  observed: cases.length - required,
  leftovers: [],
  isUnchanged: true,
};

export function conformanceBehavior(setup: Setup): void {
  test('the fake server passes every conformance case and keeps its data unchanged', async () => {
    const adapter = await setup();
    onTestFinished(() => adapter.close());
    expect(await conformanceOf(adapter)).toEqual(conforming);
  });
}

/** Runs all conformance cases against a fake server with sample data. */
export async function conformanceOf({ baseUrl, fetch }: Omit<Adapter, 'close'>) {
  const list = async () => (await fetch(baseUrl + mockServicesPath)).text();
  const before = await list();
  const allowClear = demoSeed().workspaces[0]?.id;
  const send = (url: string, init: RequestInit) => fetch(url, init);
  const report = await runConformance({ baseUrl, fetch: send, allowWrites: true, allowClear });
  const { passed, observed, leftovers, results } = report;
  const notPassed = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'skipped');
  return { notPassed, passed, observed, leftovers, isUnchanged: (await list()) === before };
}

/** The conformance suite through one face of the fake server: each has to keep to the interface. */
import { demoWorld } from '@mock-services/fake-server';
import { cases, formatReport, runConformance } from '@mock-services/fake-server/conformance';
import { openPoints } from '@mock-services/sdk/contract';
import { expect, onTestFinished, test } from 'vitest';

/** A running fake server as its clients see it. */
interface Face {
  readonly baseUrl: string;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly close: () => Promise<void> | void;
}

const required = cases.filter(({ level }) => level === 'must').length;

export function conformanceSuite(name: string, setup: () => Promise<Face> | Face): void {
  test(`the fake server conforms through ${name}, and nothing of the run is left`, async () => {
    const face = await setup();
    onTestFinished(() => face.close());
    const { baseUrl, fetch } = face;
    const list = async () => (await fetch(`${baseUrl}/configuration/mock-services`)).text();
    const before = await list();
    const allowClear = demoWorld().workspaces[0]?.id;
    const report = await runConformance({ baseUrl, fetch, allowWrites: true, allowClear });
    expect(formatReport(report)).not.toContain('FAIL');
    expect(report).toMatchObject({ ok: true, passed: required, skipped: 0, leftovers: [] });
    expect(report.observed).toBe(cases.length - required);
    const points = openPoints.map(({ id }) => id);
    expect(points).toEqual(expect.arrayContaining(Object.keys(report.profile.observed)));
    expect(await list()).toBe(before);
  });
}

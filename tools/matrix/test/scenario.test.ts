import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { expect, test } from 'vitest';
import { openInbox } from '../inbox.ts';
import { report, runScenario } from '../scenario/index.ts';
import { worldOf, type Face } from '../scenario/world.ts';

test('the scenario passes here, through fetch and a port, and is reported', async () => {
  const running = await serve(createFakeServer(), { admin: true });
  const inbox = await openInbox(running.url, '');
  await report(inbox.url);
  const checks = await inbox.checks;
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(new Set(checks.map(({ name }) => name.split(':')[0]))).toEqual(new Set(['alone', 'fetch', 'port']));
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
  inbox.close();
  await running.close();
});

test('a check that fails says why, and those after it run', async () => {
  const broken: Face = { name: 'broken', open: () => Promise.reject(new TypeError('no way')) };
  const checks = (await runScenario(broken)).filter(({ name }) => name.startsWith('broken'));
  expect(checks.length).toBeGreaterThan(20);
  expect(checks.every(({ ok, error }) => !ok && error === 'TypeError: no way')).toBe(true);
});

test('a service that always responds with an error fails every check that calls it', async () => {
  const fetch = () => Promise.resolve(new Response(undefined, { status: 418 }));
  const open = () => {
    const fake = createFakeServer();
    return Promise.resolve(worldOf(fake, { baseUrl: fake.baseUrl, fetch }));
  };
  const checks = (await runScenario({ name: 'teapot', open })).filter(({ name }) =>
    name.startsWith('teapot'),
  );
  expect(checks.filter(({ ok }) => ok).map(({ name }) => name)).toEqual([
    'teapot: an invalid input is refused with its paths, and nothing is sent',
    'teapot: a call with an aborted signal sends nothing',
  ]);
});

import { createFakeServer, type FakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import type { ConformanceReport } from '@mock-services/fake-server/conformance';
import { describe, expect, onTestFinished, test } from 'vitest';
import { everythingOf } from '../../support/wire.ts';
import { run, runHere, startHere } from './program.ts';
import { start } from '../raw-client.ts';

const reportIn = (stdout: string) => JSON.parse(stdout) as ConformanceReport;

describe('the command `conformance`', () => {
  test('exits with 0 for a service that conforms, and only reads', async () => {
    const fake = createFakeServer();
    const before = everythingOf(fake);
    const { url } = await start(fake);
    for (const runIt of [run, runHere]) {
      const { code, stdout, stderr } = await runIt('conformance', url);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain(`Conformance of ${url}\n`);
      expect(stdout).toMatch(/\d+ passed, 0 failed, [1-9]\d* skipped/);
      expect(stdout).toMatch(/[^\n]\n$/);
    }
    expect(everythingOf(fake)).toEqual(before);
  }, 30_000);

  test('reports an aborted run when it is stopped', async () => {
    const fake = createFakeServer();
    fake.faults.add({ operation: 'listWorkspaces', hang: true });
    const { url } = await start(fake);
    const { stop } = startHere(['conformance', url, '--timeout', '2000', '--json']);
    await expect.poll(() => fake.faults.list()[0]?.seen).toBe(1);
    const { code, stdout } = await stop();
    expect([code, reportIn(stdout)]).toMatchObject([1, { aborted: true, failed: 0 }]);
  });

  test('writes and clears with --allow-writes and --allow-clear', async () => {
    const fake = createFakeServer();
    const workspaceId = fake.workspaces.list()[0]?.id ?? '';
    const { url } = await start(fake);
    const { code, stdout } = await runHere(
      'conformance',
      url,
      '--allow-writes',
      '--allow-clear',
      workspaceId,
      '--json',
    );
    expect(code).toBe(0);
    expect(reportIn(stdout)).toMatchObject({ ok: true, failed: 0, leftovers: [] });
    expect(fake.activity.list(workspaceId)).toEqual([]);
    expect(fake.mockServices.list()).toHaveLength(5);
  });

  test('exits with 1 and prints the failed cases of a service that does not conform', async () => {
    const { handle, baseUrl } = createFakeServer();
    const broken: FakeServer['handle'] = (request) => {
      const response = handle(request);
      return { ...response, body: response.body.replace('"title"', '"name"') };
    };
    const running = await serve({ handle: broken, baseUrl });
    onTestFinished(() => running.close());
    const { code, stdout } = await runHere('conformance', running.url, '--json');
    expect(code).toBe(1);
    expect(reportIn(stdout).failed).toBeGreaterThan(0);
    expect((await runHere('conformance', running.url)).stdout).toContain('FAIL');
  });

  test('exits with 1 if the service cannot be reached', async () => {
    const running = await start();
    await running.close();
    expect(await runHere('conformance', running.url)).toMatchObject({ code: 1, stderr: '' });
  });

  test('sends a token and headers, but does not print them', async () => {
    const fake = createFakeServer();
    const sent = new Set<string>();
    const handle: FakeServer['handle'] = (request) => {
      sent.add(`${request.headers?.['authorization']} ${request.headers?.['x-team']}`);
      return fake.handle(request);
    };
    const running = await serve({ handle, baseUrl: fake.baseUrl });
    onTestFinished(() => running.close());
    const options = ['--token', 'hunter2', '--header', 'X-Team: shop', '--header=x-team:cart'];
    const { stdout } = await runHere('conformance', running.url, ...options, '--json');
    expect([...sent]).toContain('Bearer hunter2 shop, cart');
    expect(stdout).not.toContain('hunter2');
  });

  test.each([
    [[], 'conformance takes one base URL'],
    [['http://127.0.0.1:1', 'http://127.0.0.1:2'], 'conformance takes one base URL'],
    [['mocks.example.com'], 'baseUrl has to be an absolute http(s) URL'],
    [
      ['http://127.0.0.1:1', '--allow-clear', 'all'],
      'allowClear has to be the id of a workspace, a UUID; got "all".',
    ],
    [['http://127.0.0.1:1', '--allow-clear'], "option '--allow-clear <id>' argument missing"],
    [['http://127.0.0.1:1', '--header', 'hunter2'], "--header takes 'Name: value'"],
    [['http://127.0.0.1:1', '--header', 'x-a: hunter2\nx-b: 1'], "--header takes 'Name: value'"],
    [['http://127.0.0.1:1', '--token', 'hunter2\nx-b: 1'], '--token takes a token'],
    [['http://127.0.0.1:1', '--token='], '--token takes a token'],
    [['http://127.0.0.1:1', '--timeout', '1s'], '--timeout takes milliseconds, not "1s".'],
    [['http://127.0.0.1:1', '--timeout', '-5'], '--timeout takes milliseconds, not "-5".'],
    [['http://127.0.0.1:1', '--timeout', '0'], 'timeout has to be a number of milliseconds above 0'],
    [['http://127.0.0.1:1', '--port', '1'], "unknown option '--port'"],
    [
      ['http://127.0.0.1:1', '--alow-writes'],
      "unknown option '--alow-writes'\n(Did you mean --allow-writes?)",
    ],
  ])('exits with 2 and the reason for %j', async (args, reason) => {
    const { code, stdout, stderr } = await runHere('conformance', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain('hunter2');
  });
});

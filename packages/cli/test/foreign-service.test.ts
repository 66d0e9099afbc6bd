/** The program with a service that conforms to the interface, and differs from the fake server. */
import type { MockServiceInput } from '@mock-services/sdk';
import type { Seed } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { config, fileWith, idOf, titlesOf, virtualService } from './support.ts';

/**
 * The service writes ids in upper case and times with an offset, adds fields, stores some values in another form, and
 * responds with 429 to every third request.
 */
function foreignService(seed: Seed = {}) {
  let requests = 0;
  const normalized = (text: string) => {
    const body = JSON.parse(text) as MockServiceInput | { readonly data: MockServiceInput };
    const { config: given } = 'data' in body ? body.data : body;
    const cors = { ...given.cors, allowedMethods: given.cors.allowedMethods.map((one) => one.toUpperCase()) };
    const upstreams = given.upstreams.map((one) => ({ weight: 1, ...one, url: one.url.replace(/\/$/, '') }));
    const input = { ...('data' in body ? body.data : body), config: { ...given, cors, upstreams } };
    return JSON.stringify('data' in body ? { data: input } : input);
  };
  return virtualService(seed, (fetch) => async (url, init) => {
    requests += 1;
    if (requests % 3 === 0) return new Response('{}', { status: 429, headers: { 'retry-after': '0' } });
    const body = typeof init?.body === 'string' ? normalized(init.body) : undefined;
    const response = await fetch(url, { ...init, ...(body !== undefined && { body }) });
    const text = (await response.text())
      .replaceAll(/[\da-f-]{36}/g, (id) => id.toUpperCase())
      .replaceAll(/(T[\d:.]+)Z"/g, `$1+00:00","revision":${requests},"region":"eu"`);
    return new Response(text, response);
  });
}

const services = (...titles: string[]) => ({
  mockServices: titles.map((title) => ({ title, config: config() })),
});

test('diff finds no difference after a dump', async () => {
  const { run } = foreignService(services('Orders', 'Payments'));
  const file = fileWith((await run(['dump'])).stdout);
  for (const args of [['diff'], ['diff', '--delete']])
    expect(await run([...args, file])).toEqual({ code: 0, stdout: '= 2 unchanged\n', stderr: '' });
});

test('apply --delete keeps what the file lists, however often it runs', async () => {
  const { fake, run } = foreignService(services('Orders', 'Old'));
  const [before] = fake.mockServices.list();
  const file = fileWith({ mockServices: [{ title: 'Orders', type: 'SOAP' }, { title: 'New' }] });
  const args = ['apply', file, '--delete', '--yes'];
  const first = await run(args);
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(first.stdout).toContain('1 created, 1 updated, 1 deleted, 0 unchanged.');
  for (const _ of [1, 2]) expect((await run(args)).stdout).toMatch(/^Plan for \S+\n= 2 unchanged\n$/);
  expect([titlesOf(fake), fake.mockServices.list()[0]?.id]).toEqual([['Orders', 'New'], before?.id]);
});

test('all commands that read print what it has', async () => {
  const { run } = foreignService({
    ...services('Orders'),
    workspaces: [{ id: idOf(0xfa), name: 'Checkout' }],
    activity: { [idOf(0xfa)]: [{ request: { hostname: 'shop.example', port: 443, path: '/1' } }] },
  });
  for (const [command, expected] of [
    ['list', /\+00:00 {2}Orders\n/],
    ['get Orders', /^Orders\nid /],
    ['workspaces', /\+00:00 {2}Checkout\n/],
    ['har Checkout', /"url": "\w+:\/\/shop.example[^"]*\/1"/],
    ['wait Checkout', /shop.example\S*\/1 /],
  ] as const)
    expect(await run(command.split(' '))).toEqual({
      code: 0,
      stdout: expect.stringMatching(expected) as string,
      stderr: '',
    });
});

describe('if the service stores values in another form', () => {
  const fileWithUrl = (url: string, method: string) =>
    fileWith({
      mockServices: [
        { title: 'Orders', config: { cors: { allowedMethods: [method] } } },
        { title: 'New', config: { upstreams: [{ name: 'live', url }] } },
      ],
    });

  test('apply prints both forms, and diff finds the difference each time', async () => {
    const { run } = foreignService(services('Orders'));
    const file = fileWithUrl('https://new.example/', 'put');
    const { code, stdout, stderr } = await run(['apply', file]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 created, 1 updated, 0 unchanged.')]);
    expect(stderr.replaceAll(/[\da-f-]{36}/gi, '<id>')).toBe(
      [
        'The service stored other values than the file has:',
        '  "New" <id>',
        '    config.upstreams[0].url: "https://new.example/" → "https://new.example"',
        '  "Orders" <id>',
        '    config.cors.allowedMethods: ["put"] → ["PUT"]',
        'Write these values to the file. Otherwise, diff and apply find them again each time.',
        '',
      ].join('\n'),
    );
    const diff = await run(['diff', file]);
    expect([diff.code, diff.stdout]).toEqual([1, expect.stringContaining('0 unchanged')]);
    const mended = fileWithUrl('https://new.example', 'PUT');
    expect(await run(['diff', mended])).toMatchObject({ code: 0, stdout: '= 2 unchanged\n' });
  });
});

/** Allows some requests in each second, and rejects the others with a 429. */
function limitedService(seed: Seed, perSecond: number, countsRejected: boolean) {
  let sent: number[] = [];
  let requests = 0;
  return virtualService(seed, (fetch) => async (url, init) => {
    requests += 1;
    // Requests overtake each other.
    const delay = (requests * 37) % 100;
    await new Promise((resolve) => setTimeout(resolve, delay));
    sent = sent.filter((time) => time > Date.now() - 1000);
    const isAllowed = sent.length < perSecond;
    if (isAllowed || countsRejected) sent.push(Date.now());
    return isAllowed
      ? fetch(url, init)
      : new Response('{}', { status: 429, headers: { 'retry-after': '1' } });
  });
}

test.each([
  ['dump', 5, false],
  ['diff', 5, true],
  ['diff', 1, false],
])('%s succeeds if a service allows %i requests a second', async (command, perSecond, countsRejected) => {
  const mockServices = Array.from({ length: 60 }, (_, n) => ({ id: idOf(n), title: `A${n}` }));
  const { run } = limitedService({ mockServices }, perSecond, countsRejected);
  const file = command === 'diff' ? [fileWith({ mockServices })] : [];
  expect(await run([command, ...file])).toMatchObject({ code: 0, stderr: '' });
});

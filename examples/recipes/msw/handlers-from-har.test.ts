import { createFakeServer } from '@mock-services/fake-server/core';
import { toHar } from '@mock-services/sdk/activity';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test } from 'vitest';
import { handlersFromHar } from './handlers-from-har.ts';

const fake = createFakeServer();
const { id } = fake.workspaces.add();
const url = 'https://shop.example/prices?currency=%E2%82%AC';

test('the recipe for a HAR file returns the recorded responses in order, and repeats the last one', async () => {
  const record = (response: object) => fake.activity.record(id, { request: { url }, response });
  record({ statusCode: 503, headers: { 'content-type': 'application/json' }, body: { detail: 'später' } });
  record({ statusCode: 204 });
  record({ headers: { 'content-type': 'image/png' }, body: new Uint8Array([137, 80, 255]) });
  const har = toHar(fake.activity.list(id));
  har.log.entries
    .at(-1)
    ?.response.headers.push(
      { name: 'set-cookie', value: 'a=1' },
      { name: 'set-cookie', value: 'b=2' },
      { name: 'content-encoding', value: 'gzip' },
    );

  const server = setupServer(
    ...handlersFromHar(har),
    http.all('*', () => new Response('not recorded')),
  );
  server.listen();
  onTestFinished(() => server.close());

  const [first, second, third, fourth] = [
    await fetch(url),
    await fetch(url),
    await fetch(url),
    await fetch(url),
  ];
  expect([first.status, second.status]).toEqual([503, 204]);
  expect([first.headers.get('content-type'), await first.json()]).toEqual([
    'application/json',
    { detail: 'später' },
  ]);
  expect(new Uint8Array(await third.arrayBuffer())).toEqual(new Uint8Array([137, 80, 255]));
  expect(third.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(new Uint8Array(await fourth.arrayBuffer())).toHaveLength(3);
  expect(await (await fetch(url, { method: 'POST' })).text()).toBe('not recorded');
});

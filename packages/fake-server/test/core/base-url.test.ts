import { createFakeServer } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { idOf } from '../support/samples.ts';
import { send } from '../support/wire.ts';

const path = '/configuration/workspaces';

describe('the base URL', () => {
  test.each([
    [undefined, 'https://mock-services.test'],
    ['http://LOCALHOST:80/', 'http://localhost'],
    ['https://a.test/api//', 'https://a.test/api'],
    ['https://a.test/a b/ü', 'https://a.test/a%20b/%C3%BC'],
    ['http://[::1]:8080/api', 'http://[::1]:8080/api'],
  ])('%s is normalized to %s', async (baseUrl, href) => {
    const fake = createFakeServer({ baseUrl });
    expect(fake.baseUrl).toBe(href);
    expect((await fake.fetch(href + path)).status).toBe(200);
  });

  test.each([
    '',
    '/api',
    'mock-services.test',
    'ftp://a.test',
    'https://u:p@a.test',
    'https://a.test?x=1',
    'https://a.test#x',
  ])('%s is a TypeError', (baseUrl) => {
    expect(() => createFakeServer({ baseUrl })).toThrow(TypeError);
  });

  test('has an origin that fetch ignores', async () => {
    const fake = createFakeServer({ baseUrl: 'https://a.test/api' });
    expect((await fake.fetch(`http://127.0.0.1:9/api${path}`)).status).toBe(200);
  });

  test.each([
    '/',
    '/api',
    '/apiary/configuration/workspaces',
    path,
    '/API/configuration/workspaces',
    '*',
    '',
  ])('has a path that every path must begin with, unlike %j', (outside) => {
    const { status, body } = send(createFakeServer({ baseUrl: 'https://a.test/api' }), 'GET', outside);
    expect(status).toBe(404);
    expect(body).toContain('begins with /api/');
    expect(body).toContain('as its base URL says. Does that of the client, too?');
  });

  test.each([
    ['https://a.test', '/api', '/'],
    ['https://a.test/api', '/api/v1', '/api'],
  ])('%s has a path that may be shorter than the client thinks', (baseUrl, longer, base) => {
    const hint = `The path of the base URL is ${base}: is that of the client longer?`;
    const fake = createFakeServer({ baseUrl });
    for (const end of [path, `/workspace/${idOf(1)}/activity`]) {
      expect(send(fake, 'GET', longer + end)).toMatchObject({
        status: 404,
        body: expect.stringContaining(hint) as string,
      });
    }
    expect(send(fake, 'GET', `${longer}/nothing`).body).not.toContain('The path of the base URL');
  });
});

test.each([
  [
    '/api/__fake/state',
    'The admin endpoints are at /__fake/, without /api, if they are on (admin, --admin).',
  ],
  ['/__fake/state', 'as its base URL says. The admin endpoints are off (admin, --admin).'],
])('the admin endpoints are not below the path of the base URL: %s', (outside, hint) => {
  expect(send(createFakeServer({ baseUrl: 'https://a.test/api' }), 'GET', outside)).toMatchObject({
    status: 404,
    body: expect.stringContaining(hint) as string,
  });
});

test.each([
  ['/__fake/state', 'The admin endpoints are off (admin, --admin).'],
  [`/worlds/a${path}`, 'The path of the base URL is /: is that of the client longer?'],
])('what this server does not have is told: %s', (outside, hint) => {
  expect(send(createFakeServer(), 'GET', outside)).toMatchObject({
    status: 404,
    body: expect.stringContaining(hint) as string,
  });
});

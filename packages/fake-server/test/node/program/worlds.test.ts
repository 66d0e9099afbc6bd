import { describe, expect, test } from 'vitest';
import { mockService } from '../../support/samples.ts';
import { fileWith, serveHere } from './program.ts';

const list = '/configuration/mock-services';
const serveWorlds = (...args: string[]) => serveHere('--port', '0', '--worlds', ...args);

describe('the worlds of the program', () => {
  test('the start message of the program contains the URL for worlds', async () => {
    const { url, greeting } = await serveWorlds('--admin');
    expect(greeting).toEqual([
      `Mock services at ${url}`,
      `Try:  curl ${url}${list}`,
      `A separate world:  curl ${url}/worlds/checkout-17${list}`,
      `Admin endpoints:  curl ${url}/__fake/`,
      'Stop with Ctrl+C.',
    ]);
    const { stdout } = await (await serveWorlds('--quiet')).stop();
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
  });

  test('worlds of the program are selected by path or header and share no data', async () => {
    const { url } = await serveWorlds('--seed', await fileWith('{}'), '--admin');
    const body = JSON.stringify({ mockServices: [mockService(1)] });
    expect((await fetch(`${url}/worlds/a/__fake/seed`, { method: 'POST', body })).status).toBe(204);
    const titles = async (path: string, headers = {}) => {
      const { data } = (await (await fetch(url + path, { headers })).json()) as { data: { title: string }[] };
      return data.map(({ title }) => title);
    };
    expect(await titles(`/worlds/a${list}`)).toEqual([mockService(1).title]);
    expect(await titles(list, { 'x-mock-services-world': 'a' })).toEqual([mockService(1).title]);
    expect(await titles(list)).toEqual([]);
    expect(await titles(`/worlds/b${list}`)).toEqual([]);
  });

  test('--grease applies to all worlds of the program', async () => {
    const { url } = await serveWorlds('--grease=7', '--clock', '2026-03-01');
    const bodies = [];
    for (const world of ['a', 'b']) {
      const response = await fetch(`${url}/worlds/${world}${list}`);
      expect(response.headers.get('x-mock-services-grease')).not.toBeNull();
      bodies.push(await response.text());
    }
    expect(bodies[0]).toBe(bodies[1]);
  });

  test('--max-worlds limits the number of worlds, and --idle sets when a world is idle', async () => {
    const statuses = async (url: string) => {
      const all = [];
      for (const name of ['a', 'b', 'c', 'a']) all.push((await fetch(`${url}/worlds/${name}${list}`)).status);
      return all;
    };
    const full = await serveWorlds('--max-worlds', '3');
    expect(await statuses(full.url)).toEqual([200, 200, 503, 200]);
    const roomy = await serveWorlds('--max-worlds', '10');
    expect(await statuses(roomy.url)).toEqual([200, 200, 200, 200]);
    const replacing = await serveWorlds('--max-worlds', '3', '--idle', '0s');
    expect(await statuses(replacing.url)).toEqual([200, 200, 200, 200]);
  });

  test('the program serves worlds only with the option --worlds', async () => {
    const { url } = await serveHere('--port', '0');
    expect((await fetch(`${url}/worlds/a${list}`)).status).toBe(404);
  });
});

/** Tests the errors about a seed file, with their lines and columns. */
import { describe, expect, test } from 'vitest';
import { input, mockService } from '../../support/samples.ts';
import { fileWith, runHere, runWith, serveHere, serveWith } from './program.ts';

describe('a seed in a file', () => {
  const errorOf = async (content: string) => {
    const path = await fileWith(content);
    const { code, stdout, stderr } = await runHere('--port', '0', '--seed', path);
    expect([code, stdout]).toEqual([2, '']);
    return stderr.replaceAll(path, 'seed.json').trimEnd();
  };

  test('the error about an invalid seed file gives the line, column and field', async () => {
    const service = { ...mockService(1), title: 7 };
    const seed = { mockServices: [input(), service], 'a/b': 1, '~': 2 };
    const lines = JSON.stringify(seed, null, 2).split('\n');
    const lineOf = (part: string) => lines.findIndex((line) => line.includes(part)) + 1;
    const error = (await errorOf(lines.join('\n'))).split('\n');
    expect(error).toEqual([
      'The file has 3 problems:',
      `seed.json:${lineOf('"title": 7')}:16: mockServices[1].title: expected string, received number`,
      `seed.json:${lineOf('"a/b"')}:10: ["a/b"]: expected one of $schema, variables, mockServices, workspaces, activity, configurations, received number`,
      `seed.json:${lineOf('"~"')}:8: ["~"]: expected one of $schema, variables, mockServices, workspaces, activity, configurations, received number`,
    ]);
  });

  test('the error about a seed file contains no control characters', async () => {
    const controls = Array.from({ length: 160 }, (_, code) => String.fromCharCode(code)).filter((text) =>
      /\p{Cc}/u.test(text),
    );
    const key = controls.join('');
    const seed = { [key]: 1, activity: { [key]: [] }, mockServices: [{ ...mockService(1), type: key }] };
    const error = await errorOf(JSON.stringify(seed));
    expect(error).toContain('\\u001b');
    expect(error).toContain('\\u009b');
    expect(error).not.toMatch(/(?!\n)\p{Cc}/u);
    const { stderr } = await runHere('--port', '\u001b[2J\u009b2J');
    expect(stderr).not.toMatch(/(?!\n)\p{Cc}/u);
    const path = await fileWith('{', 'a\u001b\u009bb.json');
    expect((await runHere('--seed', path)).stderr).toContain('a\\u001b\\u009bb.json:1:2: invalid JSON');
  });

  test('a seed file must contain a JSON object', async () => {
    expect(await errorOf(' []')).toBe(
      'The file has 1 problem:\nseed.json:1:2: expected object, received array. Write { "mockServices": […] } around a list of mock services.',
    );
  });

  test('a missing seed file is rejected', async () => {
    const missing = await runHere('--seed', '/nowhere/seed.json');
    expect(missing).toEqual({ code: 2, stdout: '', stderr: '/nowhere/seed.json: there is no such file.\n' });
    const folder = await runHere('--seed', '/');
    expect(folder.stderr).toBe('/: this is a folder, not a file.\n');
  });

  test('a misspelled field in a seed file causes one warning on stderr', async () => {
    const seed = '{ "mockServices": [{ "title": "a", "titel": "b" }] }';
    for (const args of [['--quiet'], ['--worlds']]) {
      const { url, stop } = await serveHere('--port', '0', '--seed', await fileWith(seed), ...args);
      for (const world of args.includes('--worlds') ? ['', '/worlds/a', '/worlds/b'] : ['']) {
        const list = (await (await fetch(`${url}${world}/configuration/mock-services`)).json()) as object;
        expect(list).toMatchObject({ data: [{ title: 'a' }] });
      }
      expect((await stop()).stderr).toBe('mockServices[0]: Unknown field `titel`. Did you mean `title`?\n');
    }
  });

  test('the file name - means stdin', async () => {
    const { url } = await serveWith(
      '{ "mockServices": [{ "title": "Orders" }] }',
      '--port',
      '0',
      '--seed',
      '-',
    );
    const list = (await (await fetch(`${url}/configuration/mock-services`)).json()) as { data: object[] };
    expect(list.data).toMatchObject([{ title: 'Orders' }]);
    expect((await runWith('{', '--seed', '-')).stderr).toMatch(/^stdin:1:2: invalid JSON/);
    expect((await runWith('[]', '--profile', '-')).stderr).toMatch(/^stdin:1:1: expected a profile/);
    for (const args of [
      ['--seed', '-', '--profile', '-'],
      ['--data', '-'],
    ])
      expect(await runHere(...args)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('stdin') as string,
      });
  });
});

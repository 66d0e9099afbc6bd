/** Files of profiles, which `--profile` saves and `--compare` reads. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import { at } from '../../../tools/lib/paths.ts';
import { field } from './mutants/mutant.ts';
import { newPath, reportIn, run, serviceWith } from './support.ts';

describe('--compare', () => {
  /** Saves a profile, and returns the path of its file and its text. */
  async function savedProfile() {
    const path = newPath('profile.json');
    const service = serviceWith();
    await run([service.baseUrl, '--allow-writes', '--profile', path], service);
    return { path, text: readFileSync(path, 'utf8') };
  }

  test('reads the profile from stdin for -, but not beside a token', async () => {
    const { text } = await savedProfile();
    const service = serviceWith(undefined, { updatedAt: 'stays' });
    const args = [service.baseUrl, '--profile', '-', '--compare'];
    const { code, stdout } = await run([...args, '--allow-writes', '--json'], service, { stdin: text });
    expect([code, reportIn(stdout).comparison?.changes]).toEqual([
      1,
      [
        {
          point: 'updated-at',
          message: 'an update changed updatedAt: yes, now no; the option `updatedAt` follows',
        },
      ],
    ]);
    expect(await run([...args, '--token-file', '-'], service, { stdin: text })).toMatchObject({
      code: 2,
      stderr: '--profile and --token-file cannot both be stdin. Write one of them to a file.\nSee --help.\n',
    });
  });

  test('the nightly workflow of the docs is valid, and its command finds a change', async () => {
    const page = readFileSync(at('docs/conformance.md'), 'utf8');
    const workflow = /```yaml\n(.*?)```/s.exec(page)?.[1] ?? '';
    expect(await format(workflow, { parser: 'yaml', singleQuote: true })).toBe(workflow);
    const [, command = ''] =
      /- run: npx @mock-services\/conformance (.*) > drift\.xml\n/.exec(workflow) ?? [];
    const names = Array.from(workflow.matchAll(/^ {6}(\w+): \$\{\{/gm), ([, name]) => name);
    expect(names).toEqual(['MOCK_SERVICES_URL', 'MOCK_SERVICES_TOKEN']);
    const { path } = await savedProfile();
    const args = command.split(' ').map((arg) => (arg === 'profile.json' ? path : arg));
    const requiredToken = 'hunter2-token';
    const service = serviceWith(undefined, { requiredToken });
    const environment = { MOCK_SERVICES_URL: service.baseUrl, MOCK_SERVICES_TOKEN: requiredToken };
    const { code, stdout, stderr } = await run(args, service, { environment });
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toContain(
      '<testcase classname="profile" name="authentication"><failure message="a request without the headers of the run got 200, now 401; a profile contains no token, so set requiredToken (--token)',
    );
    expect(stdout).not.toContain(requiredToken);
  });

  test.each([
    [
      'another version',
      '{ "version": 2,\n"observed": {} }',
      ':1:14: this is no profile of version 1. --profile without --compare saves one.\n',
    ],
    ['malformed JSON', '{ "version" 1 }', ':1:13: invalid JSON: expected a colon.\n'],
  ])('rejects a file with %s before the first request', async (_, content, message) => {
    const path = newPath('profile.json');
    writeFileSync(path, content);
    const service = serviceWith();
    const { code, stdout, stderr } = await run([service.baseUrl, '--profile', path, '--compare'], service);
    expect([code, stdout, service.received]).toEqual([2, '', []]);
    expect(stderr).toContain(`${path}${message}`);
  });

  test('needs a profile that exists', async () => {
    const service = serviceWith();
    expect(await run([service.baseUrl, '--compare'], service)).toEqual({
      code: 2,
      stdout: '',
      stderr: '--compare needs a profile of an earlier run. Add --profile <file.json>.\nSee --help.\n',
    });
    const path = newPath('missing.json');
    const { code, stderr } = await run([service.baseUrl, '--profile', path, '--compare'], service);
    expect([code, stderr, service.received]).toEqual([2, `${path}: there is no such file.\n`, []]);
  });
});

describe('--profile', () => {
  test('saves the profile even if a case fails', async () => {
    const path = newPath('profile.json');
    const service = serviceWith(field('listMockServices', 'title', () => 7)());
    const { code, stdout } = await run([service.baseUrl, '--profile', path, '--json'], service);
    expect([code, JSON.parse(readFileSync(path, 'utf8'))]).toEqual([1, reportIn(stdout).profile]);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('keeps the file if %s stops the run', async (signal) => {
    const path = newPath('profile.json');
    writeFileSync(path, 'an older profile');
    const service = serviceWith();
    const controller = new AbortController();
    const fetch: typeof service.fetch = (url, init) => {
      if (init.method === 'PUT') controller.abort(signal);
      return service.fetch(url, init);
    };
    const args = [service.baseUrl, '--allow-writes', '--json', '--profile'];
    const stopped = controller.signal;
    const { code, stdout, stderr } = await run([...args, path], { ...service, fetch }, { stopped });
    expect(code).toBe(signal === 'SIGINT' ? 130 : 143);
    expect(reportIn(stdout)).toMatchObject({ aborted: true, profile: { observed: { expiry: {} } } });
    expect(stderr).toBe(`--profile: the run was stopped, so it did not write to ${JSON.stringify(path)}.\n`);
    expect(readFileSync(path, 'utf8')).toBe('an older profile');
  });

  test('writes no file and keeps an existing one if nothing was observed', async () => {
    const path = newPath('profile.json');
    const service = serviceWith();
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    const args = [service.baseUrl, '--profile', path];
    const { code, stderr } = await run(args, { ...service, fetch });
    expect([code, existsSync(path)]).toEqual([1, false]);
    expect(stderr).toContain('--profile: the run observed nothing');
    writeFileSync(path, 'an older profile');
    await run(args, { ...service, fetch });
    expect(readFileSync(path, 'utf8')).toBe('an older profile');
  });

  test.each([
    ['a folder', '.'],
    ['a path in a missing folder', 'missing/profile.json'],
  ])('exits with 2 before the first request if the path is %s', async (_, name) => {
    const path = newPath(name);
    const service = serviceWith();
    const { code, stdout, stderr } = await run([service.baseUrl, '--profile', path], service);
    expect([code, stdout, service.received]).toEqual([2, '', []]);
    expect(stderr).toContain(`--profile: ${path}: `);
  });

  test('prints for - the profile to stdout, and the report to stderr', async () => {
    const service = serviceWith();
    const { code, stdout, stderr } = await run([service.baseUrl, '--profile', '-', '--json'], service);
    expect([code, JSON.parse(stdout)]).toEqual([0, reportIn(stderr).profile]);
  });
});

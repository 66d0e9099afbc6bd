/** Where the program reads and writes: files, links, pipes and standard streams. */
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { fileWith, idOf, newFolder, type Service, serviceWith, shell, titlesOf } from './support.ts';

/** Where `/dev/stdout` leads to. Even a broken program cannot replace it. */
const ownStdout = existsSync('/proc/self/fd') ? '/proc/self/fd/1' : '/dev/fd/1';
const isRoot = process.getuid?.() === 0;
const seed = {
  mockServices: [{ title: 'Größe' }],
  workspaces: [{ id: idOf(1), name: 'Checkout' }],
  activity: { [idOf(1)]: [{ request: { path: '/x' } }] },
};
const content = expect.stringMatching(/^\{\n {2}"\$schema"[^]*"Größe"[^]*\n\}\n$/) as string;

describe('dump -o', () => {
  let service: Service;
  let folder: string;
  let path: string;
  beforeEach(async () => {
    service = await serviceWith(seed);
    folder = newFolder();
    path = join(folder, 'out.json');
  });

  const written = () => ({
    code: 0,
    stdout: '',
    stderr: `Wrote 1 mock service to ${path}.\n`,
  });
  const inShell = async (script: string) => shell(script, service.url, { path, folder }).ended;

  test('- is stdout', async () => {
    const { stdout } = await service.run(['dump']);
    expect(await inShell('cd "$folder"; cli dump -o -')).toEqual({ code: 0, stdout, stderr: '' });
    expect([stdout, readdirSync(folder)]).toEqual([content, []]);
  });

  test('a file keeps its mode, and is replaced at once', async () => {
    writeFileSync(path, 'old');
    chmodSync(path, 0o640);
    const { ino } = statSync(path);
    expect(await service.run(['dump', '-o', path])).toEqual(written());
    expect([statSync(path).mode & 0o7777, readFileSync(path, 'utf8')]).toEqual([0o640, content]);
    expect(statSync(path).ino).not.toBe(ino);
    expect(readdirSync(folder)).toEqual(['out.json']);
  });

  test.skipIf(!isRoot)('a file keeps its owner and group (skipped unless root runs it)', async () => {
    writeFileSync(path, 'old');
    chownSync(path, 1234, 2345);
    expect(await service.run(['dump', '-o', path])).toEqual(written());
    expect([statSync(path).uid, statSync(path).gid]).toEqual([1234, 2345]);
  });

  test.skipIf(isRoot)('a file in a read-only folder is overwritten (skipped if root runs it)', async () => {
    writeFileSync(path, 'old');
    chmodSync(folder, 0o555);
    const ended = await service.run(['dump', '-o', path]);
    chmodSync(folder, 0o755);
    expect([ended, readFileSync(path, 'utf8')]).toEqual([written(), content]);
  });

  test.each(['present', 'missing'])('a link to a %s file is followed', async (state) => {
    const target = join(folder, 'target.json');
    if (state === 'present') writeFileSync(target, 'old');
    symlinkSync('target.json', path);
    expect(await service.run(['dump', '-o', path])).toEqual(written());
    expect([readlinkSync(path), readFileSync(target, 'utf8')]).toEqual(['target.json', content]);
  });

  test.each([
    ['a pipe', '| cat'],
    ['the end of a file', '>> "$folder/all"; cat "$folder/all"'],
  ])('a link to stdout stays a link, if stdout is %s', async (_kind, redirection) => {
    symlinkSync(ownStdout, path);
    const before = redirection.startsWith('>>') ? 'before\n' : '';
    writeFileSync(join(folder, 'all'), before);
    const { code, stdout, stderr } = await inShell(`cli dump -o "$path" ${redirection}`);
    expect([code, stdout.slice(before.length), stderr]).toEqual([0, content, '']);
    expect([stdout.startsWith(before), readlinkSync(path)]).toEqual([true, ownStdout]);
  });

  test('a named pipe stays a pipe', async () => {
    const { code, stdout } = await inShell('mkfifo "$path"; cat "$path" & cli dump -o "$path"; wait');
    expect([code, stdout, statSync(path).isFIFO()]).toEqual([0, content, true]);
  });

  test('a write that fails is an error, and leaves the old file', async () => {
    writeFileSync(path, 'old');
    for (let count = 0; count < 10; count += 1) service.fake.mockServices.add({ title: `Orders ${count}` });
    // A file of more than 1,024 bytes cannot be written.
    const { code, stderr } = await inShell('ulimit -f 1; cli dump -o "$path"');
    expect([code, stderr]).toEqual([2, `${path}: this file cannot be written (EFBIG).\n`]);
    expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['out.json'], 'old']);
  });
});

test.each(['dump', 'har Checkout'])(
  '%s rejects an output that cannot be written before it sends a request',
  async (command) => {
    const { fake, run } = await serviceWith(seed);
    const folder = newFolder();
    for (const [path, reason] of [
      [join(folder, 'missing/x.json'), 'there is no such folder'],
      [folder, 'this is a folder, not a file'],
    ] as const)
      expect(await run([...command.split(' '), '-o', path])).toEqual({
        code: 2,
        stdout: '',
        stderr: `${path}: ${reason}.\n`,
      });
    expect([fake.journal.entries(), readdirSync(folder)]).toEqual([[], []]);
  },
);

describe('if the reader of the output ends', () => {
  test('tail ends when it prints the next line', async () => {
    const { fake, url } = await serviceWith(seed);
    const { ended } = shell('cli tail Checkout | head -1; echo "${PIPESTATUS[*]}"', url);
    const recording = setInterval(() => fake.activity.record(idOf(1), {}), 100);
    const { code, stdout, stderr } = await ended.finally(() => clearInterval(recording));
    expect([code, stderr, stdout]).toEqual([0, '', expect.stringMatching(/^[^\n]+\n0 0\n$/)]);
  });

  test('apply still performs its whole plan', async () => {
    const { fake, url } = await serviceWith();
    const file = fileWith({ mockServices: ['A', 'B', 'C'].map((title) => ({ title })) });
    const { code } = await shell('set -o pipefail; cli apply "$file" | head -1', url, { file }).ended;
    expect([code, titlesOf(fake)]).toEqual([0, ['A', 'B', 'C']]);
  });
});

describe('- as the file to read', () => {
  test('diff and apply read stdin', async () => {
    const { url, run } = await serviceWith(seed);
    const stdin = '{ "mockServices": [{ "title": "Größe" }] }';
    expect(await run(['diff', '-'], { stdin })).toMatchObject({ code: 0, stderr: '' });
    const other = await serviceWith();
    const { code, stdout } = await shell('cli dump | cli --url "$to" apply -', url, { to: other.url }).ended;
    expect([code, stdout]).toEqual([0, expect.stringContaining('created "Größe"')]);
  });

  test('the file of diff may be a process substitution', async () => {
    const { url } = await serviceWith(seed);
    const ended = await shell('cli diff <(cli dump)', url).ended;
    expect(ended).toMatchObject({ code: 0, stdout: '= 1 unchanged\n' });
  });

  test('messages about stdin have the line and column', async () => {
    const { run } = await serviceWith(seed);
    const { stderr } = await run(['diff', '-'], { stdin: '{\n"mockServices": 7 }' });
    expect(stderr).toContain('stdin:2:17: mockServices: expected array, received number\n');
  });

  test('apply - --delete does not ask on the stdin that it reads', async () => {
    const { run } = await serviceWith(seed);
    const stdin = '{ "mockServices": [] }';
    const { code, stderr } = await run(['apply', '-', '--delete'], { stdin, answers: [true] });
    expect([code, stderr]).toEqual([2, expect.stringContaining('Pass --yes')]);
  });

  test('--token-file - reads the token from stdin, unless stdin is the file', async () => {
    const { fake, run } = await serviceWith(seed);
    await run(['list', '--token-file', '-'], { stdin: 'secret\n' });
    expect(fake.journal.entries().at(-1)?.request.headers).toMatchObject({ authorization: 'Bearer secret' });
    expect(await run(['diff', '-', '--token-file', '-'], { stdin: '{}' })).toMatchObject({
      code: 2,
      stderr: 'The file and --token-file cannot both be stdin. Write one of them to a file.\nSee --help.\n',
    });
  });
});

/** Where the program reads and writes: files, links, pipes, devices and standard streams. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { config, fileWith, idOf, launch, newFolder, type Service, serviceWith, shell } from './support.ts';

/** Where `/dev/stdout` leads to. Even a broken program cannot replace it. */
const ownStdout = existsSync('/proc/self/fd') ? '/proc/self/fd/1' : '/dev/fd/1';
const isRoot = process.getuid?.() === 0;
const seed = {
  mockServices: [{ title: 'Größe' }],
  workspaces: [{ id: idOf(1), name: 'Checkout' }],
  activity: { [idOf(1)]: [{ request: { path: '/x' } }] },
};
const wrote = (path: string) => `Wrote 1 mock service to ${path}.\n`;
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

  const run = async (script = `cli dump -o "$path"`) => shell(script, service.url, { path, folder }).ended;
  const modeOf = (file: string) => statSync(file).mode & 0o7777;

  test('- is stdout', async () => {
    expect(await run(`cd "$folder"; cli dump -o -`)).toEqual({ code: 0, stdout: content, stderr: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(
    [
      ['a file', `> "$folder/all"; cat "$folder/all"`],
      ['a pipe', '| cat'],
      ['the end of a file', `>> "$folder/all"; cat "$folder/all"`],
    ].flatMap(([kind = '', redirection = '']) =>
      ['stdout', 'stderr'].map((stream) => [stream, kind, redirection] as const),
    ),
  )('a link to %s stays a link, if this stream is %s', async (stream, _kind, redirection) => {
    const target = stream === 'stdout' ? ownStdout : ownStdout.replace(/1$/, '2');
    symlinkSync(target, path);
    const before = redirection.startsWith('>>') ? 'before\n' : '';
    writeFileSync(join(folder, 'all'), before);
    const swapped = redirection.startsWith('|') ? `2>&1 >/dev/null ${redirection}` : `2${redirection}`;
    const { code, stdout, stderr } = await run(
      `cli dump -o "$path" ${stream === 'stdout' ? redirection : swapped}`,
    );
    expect([code, stdout.slice(before.length), stderr]).toEqual([0, content, '']);
    expect(stdout.startsWith(before)).toBe(true);
    expect(readlinkSync(path)).toBe(target);
  });

  test('a named pipe stays a pipe', async () => {
    const { code, stdout } = await run(`mkfifo "$path"; cat "$path" & cli dump -o "$path"; wait`);
    expect([code, stdout, statSync(path).isFIFO()]).toEqual([0, content, true]);
  });

  test('the file may be a process substitution, even one that reads only the first line', async () => {
    expect(await run(`cli dump -o >(cat); wait $!`)).toMatchObject({ code: 0, stdout: content });
    expect(await run(`cli dump -o >(head -1); wait $!`)).toMatchObject({ code: 0, stdout: '{\n' });
  });

  test('a process substitution may end before it has read a large file', async () => {
    const defaultResponseHeaders = { x: 'y'.repeat(500_000) };
    service.fake.mockServices.add({ title: 'Large', config: { ...config(), defaultResponseHeaders } });
    expect(await run(`cli dump -o >(head -1); echo $?; wait`)).toMatchObject({
      stdout: expect.stringMatching(/^(\{\n0\n|0\n\{\n)$/) as string,
      stderr: expect.stringMatching(/^Wrote 2 mock services to \S+\.\n$/) as string,
    });
  });

  test.runIf(isRoot)('a device stays a device', async () => {
    execFileSync('mknod', [path, 'c', '1', '3']);
    expect((await run()).code).toBe(0);
    expect(lstatSync(path).isCharacterDevice()).toBe(true);
  });

  test.each(['present', 'missing'])('a link to a %s file is followed', async (state) => {
    const target = join(folder, 'target.json');
    if (state === 'present') writeFileSync(target, 'old', { mode: 0o640 });
    symlinkSync('target.json', path);
    expect((await run()).code).toBe(0);
    expect([readlinkSync(path), readFileSync(target, 'utf8')]).toEqual(['target.json', content]);
    expect(modeOf(target)).toBe(state === 'present' ? 0o640 : 0o666 & ~process.umask());
    expect(readdirSync(folder).toSorted()).toEqual(['out.json', 'target.json']);
  });

  test.runIf(existsSync('/dev/full'))('a device that is full is an error', async () => {
    symlinkSync('/dev/full', path);
    for (const file of ['/dev/full', path]) {
      const { code, stdout, stderr } = await run(`cli dump -o ${file}`);
      expect([code, stdout, stderr]).toEqual([2, '', `${file}: no space is left on the device.\n`]);
    }
    expect(readlinkSync(path)).toBe('/dev/full');
  });

  test('a socket is an error', async () => {
    const server = createServer();
    await once(server.listen(path), 'listening');
    onTestFinished(() => void server.close());
    const { code, stderr } = await run();
    expect([code, stderr]).toEqual([2, `${path}: this is a socket or a missing device, not a file.\n`]);
    expect(lstatSync(path).isSocket()).toBe(true);
  });

  test('the value of -o may follow without a space', async () => {
    expect(await run('cli dump -o"$path"')).toEqual({ code: 0, stdout: '', stderr: wrote(path) });
    expect(readFileSync(path, 'utf8')).toEqual(content);
  });

  test.each([
    ['an old file', ['old']],
    ['no file', []],
  ])('a write that fails leaves %s', async (_name, old) => {
    for (const text of old) writeFileSync(path, text);
    for (let count = 0; count < 10; count += 1) service.fake.mockServices.add({ title: `Orders ${count}` });
    // A file of more than 1,024 bytes cannot be written.
    const { code, stderr } = await run('ulimit -f 1; cli dump -o "$path"');
    expect([code, stderr]).toEqual([2, `${path}: this file cannot be written (EFBIG).\n`]);
    const left = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(left).toEqual(old);
  });

  test('a link to a file in a missing folder is rejected before the service is read', async () => {
    symlinkSync('missing/target.json', join(folder, 'inner.json'));
    symlinkSync('inner.json', path);
    const { code, stderr } = await run();
    expect([code, stderr]).toEqual([2, `${path}: there is no such folder.\n`]);
    expect(service.fake.journal.entries()).toEqual([]);
  });

  test.each(['600', '666', '755', '2640'])(
    'a file keeps its mode %s, and is replaced at once',
    async (octal) => {
      const mode = Number.parseInt(octal, 8);
      writeFileSync(path, 'old');
      chmodSync(path, mode);
      const { ino } = statSync(path);
      expect((await run()).code).toBe(0);
      expect([modeOf(path), readFileSync(path, 'utf8')]).toEqual([mode, content]);
      expect(statSync(path).ino).not.toBe(ino);
      expect(readdirSync(folder)).toEqual(['out.json']);
    },
  );

  // Beside a file with a longer name than 242 bytes, there is no room for the name of a temporary file.
  test.each([242, 243, 255])(
    'a file whose name has %i bytes is written, and then replaced',
    async (length) => {
      path = join(folder, 'x'.repeat(length));
      for (const old of ['', 'old']) {
        if (old !== '') writeFileSync(path, old);
        expect((await run()).code).toBe(0);
        expect(readFileSync(path, 'utf8')).toEqual(content);
      }
      expect(readdirSync(folder)).toHaveLength(1);
    },
  );

  test.runIf(isRoot).each([
    [1234, 2345],
    [1234, 0],
    [0, 2345],
  ])('a file of the user %i and the group %i keeps both, and its mode', async (uid, gid) => {
    // A change of the owner clears the bits above 0777.
    for (const mode of [0o600, 0o755, 0o6755]) {
      writeFileSync(path, 'old');
      chownSync(path, uid, gid);
      chmodSync(path, mode);
      expect((await run()).code).toBe(0);
      expect([statSync(path).uid, statSync(path).gid, modeOf(path)]).toEqual([uid, gid, mode]);
    }
  });

  test('a file with two names keeps both', async () => {
    writeFileSync(path, 'old');
    linkSync(path, join(folder, 'other'));
    expect((await run()).code).toBe(0);
    expect(readFileSync(join(folder, 'other'), 'utf8')).toEqual(content);
  });

  test.for([
    ['alone', ':'],
    ['into a read-only folder', 'mount --bind "$folder" "$folder" && mount -o remount,bind,ro "$folder"'],
  ] as const)('a file that is mounted %s is written', async ([, before], { skip }) => {
    writeFileSync(path, 'old');
    const other = newFolder();
    const source = join(other, 'source');
    writeFileSync(source, 'old');
    const isolated = ['--mount', ...(isRoot ? [] : ['--map-root-user'])];
    const mount = `{ ${before} && mount --bind "${source}" "$path"; }`;
    const script = `cat > "${other}/script"; unshare ${isolated.join(' ')} bash --norc "${other}/script"`;
    const { code, stderr } = await run(
      `declare -f cli | { cat; echo '${mount} || exit 99'; echo 'cli dump -o "$path"'; } | { ${script}; }`,
    );
    if (code === 99 || /unshare/.test(stderr)) skip('this machine permits no mounts');
    expect([code, stderr]).toEqual([0, expect.stringContaining(`to ${path}.\n`)]);
    expect([readFileSync(source, 'utf8'), readFileSync(path, 'utf8')]).toEqual([content, 'old']);
    expect([readdirSync(folder), readdirSync(other).toSorted()]).toEqual([
      ['out.json'],
      ['script', 'source'],
    ]);
  });
});

test('har -o writes files in the same way', async () => {
  const { url } = await serviceWith(seed);
  const path = join(newFolder(), 'log.har');
  const har = expect.stringMatching(/^\{\n {2}"log"[^]*\n\}\n$/) as string;
  expect(await shell('cli har Checkout -o -', url).ended).toEqual({ code: 0, stdout: har, stderr: '' });
  const script = 'mkfifo "$path"; cat "$path" & cli har Checkout -o "$path"; wait';
  expect(await shell(script, url, { path }).ended).toMatchObject({ code: 0, stdout: har });
  expect(statSync(path).isFIFO()).toBe(true);
});

test.each(['dump', 'dump --workspaces', 'dump --activity Checkout', 'har Checkout', `har ${idOf(1)}`])(
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

describe('without the rights to replace a file', () => {
  /** Runs the script as a user who is not root. */
  const asNobody = (script: string) =>
    isRoot
      ? `export -f cli; setpriv --reuid 65534 --regid 65534 --clear-groups bash --norc -c '${script}'`
      : script;

  test.each([
    ['is written if only its folder is read-only', 0o666, 0o555, 0],
    ['stays as it is if it is read-only', 0o444, 0o777, 2],
  ])('a file %s', async (_name, fileMode, folderMode, expected) => {
    const { url } = await serviceWith(seed);
    const folder = newFolder();
    const path = join(folder, 'out.json');
    writeFileSync(path, 'old');
    chmodSync(path, fileMode);
    chmodSync(folder, folderMode);
    const { code, stderr } = await shell(asNobody('cli dump -o "$path"'), url, { path }).ended;
    const content = readFileSync(path, 'utf8');
    chmodSync(folder, 0o755);
    expect([code, stderr]).toEqual([
      expected,
      expected === 0 ? wrote(path) : `${path}: permission denied.\n`,
    ]);
    expect(content).toEqual(expected === 0 ? content : 'old');
    expect(readdirSync(folder)).toEqual(['out.json']);
  });
});

describe('- as the file to read', () => {
  test('diff and apply read stdin', async () => {
    const { url, run } = await serviceWith(seed);
    expect(await run(['diff', '-'], { stdin: '{ "mockServices": [{ "title": "Größe" }] }' })).toMatchObject({
      code: 0,
      stderr: '',
    });
    const other = await serviceWith();
    const { code, stdout } = await shell('cli dump | cli --url "$to" apply -', url, { to: other.url }).ended;
    expect([code, stdout]).toEqual([0, expect.stringContaining('created "Größe"')]);
  });

  test('messages about stdin have the line and column', async () => {
    const { run } = await serviceWith(seed);
    expect((await run(['diff', '-'], { stdin: '{\n"mockServices": 7 }' })).stderr).toContain(
      'stdin:2:17: mockServices: expected array, received number\n',
    );
    expect((await run(['diff', '-'], { stdin: '{' })).stderr).toBe(
      'stdin:1:2: invalid JSON: unexpected end of the file.\n',
    );
    expect((await run(['apply', '-', '--delete', '--yes'], { stdin: '{}' })).stderr).toContain(
      'stdin: the file has no "mockServices"',
    );
  });

  test('apply - --delete does not ask on the stdin that it reads', async () => {
    const { run } = await serviceWith(seed);
    const { code, stderr } = await run(['apply', '-', '--delete'], { stdin: '{}', answers: [true] });
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

  test.each(['diff', 'apply', 'apply --dry-run', 'apply --delete --yes'])(
    '%s sends no request if the file and --token-file are both stdin',
    async (command) => {
      const { fake, run } = await serviceWith(seed);
      const args = [...command.split(' '), '-', '--token-file', '-'];
      const { code, stdout, stderr } = await run(args, { stdin: '{ "mockServices": [] }' });
      expect([code, stdout, stderr.split('. ')[0]]).toEqual([
        2,
        '',
        'The file and --token-file cannot both be stdin',
      ]);
      expect(fake.journal.entries()).toEqual([]);
    },
  );

  test.each([
    ['diff - --delete', 1, 1],
    ['apply -', 0, 1],
    ['apply - --delete', 2, 1],
    ['apply - --delete --json', 2, 1],
    ['apply - --delete --dry-run', 0, 1],
    ['apply - --delete --yes', 0, 0],
    ['apply FILE --delete', 0, 0],
    ['apply FILE --delete --json', 0, 0],
  ])(
    '%s exits with %i and keeps %i mock services, on a terminal that says yes',
    async (command, code, left) => {
      const { fake, run } = await serviceWith(seed);
      const stdin = '{ "mockServices": [] }';
      const args = command.split(' ').map((arg) => (arg === 'FILE' ? fileWith(stdin) : arg));
      expect((await run(args, { stdin, answers: [true] })).code).toBe(code);
      expect(fake.mockServices.list()).toHaveLength(left);
    },
  );

  test('Ctrl+C ends the program while it waits for stdin', async () => {
    const { fake, url } = await serviceWith(seed);
    const { child, ended } = launch(['diff', '-', '--url', url]);
    // The callback is called when the program has read the beginning.
    child.stdin.write(' '.repeat(2_000_000), () => child.kill('SIGINT'));
    const { code } = await ended;
    expect([code, fake.journal.entries()]).toEqual([130, []]);
  });

  test('the file of diff may be a process substitution', async () => {
    const { url } = await serviceWith(seed);
    expect(await shell('cli diff <(cli dump)', url).ended).toMatchObject({
      code: 0,
      stdout: '= 1 unchanged\n',
    });
    const file = fileWith({ mockServices: [] });
    expect(await shell('cli diff /dev/stdin < "$file"', url, { file }).ended).toMatchObject({ code: 0 });
  });
});

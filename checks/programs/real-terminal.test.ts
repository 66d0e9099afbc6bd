/** A program in a pseudo-terminal, which `script` opens. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { createFakeServer, type FakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { at } from '../../tools/lib/paths.ts';
import { programs } from './programs.ts';

/** Of util-linux. */
const opener = 'script';

const hasScript = (() => {
  try {
    return execFileSync(opener, ['--version'], { encoding: 'utf8' }).includes('util-linux');
  } catch {
    return false;
  }
})();

const seed = { mockServices: [{ title: 'Orders' }, { title: 'Payments' }] };

async function service(): Promise<{ fake: FakeServer; url: string }> {
  const fake = createFakeServer({ seed });
  const running = await serve(fake, { port: 0 });
  onTestFinished(() => running.close({ grace: 0 }));
  return { fake, url: running.url };
}

interface Options {
  /** What the person types. */
  readonly typed?: string;
  /** Appended to the command, such as a redirection. */
  readonly after?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs the command line in a terminal, and returns all that the terminal shows. */
async function inTerminal(
  args: readonly string[],
  { typed = '', after = '', environment = {} }: Options = {},
) {
  const command = [process.execPath, '--import', at('tools/sources.ts'), programs.cli.file, ...args];
  const quoted = command.map((part) => `'${part}'`).join(' ');
  // Other variables, such as CI, decide about colors, too.
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(opener, ['-qec', `stty -echo; ${quoted} ${after}`, '/dev/null'], {
    env: { PATH, HOME, TERM: 'xterm-256color', SHELL: '/bin/bash', ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.write(typed);
  const [[code], shown] = (await Promise.all([once(child, 'exit'), text(child.stdout)])) as [
    [number],
    string,
  ];
  return { code, shown: shown.replaceAll('\r\n', '\n').replaceAll('\u001b', '␛') };
}

describe.skipIf(!hasScript)('in a terminal (needs script of util-linux)', () => {
  test.each([
    ['y', 0, ['Payments']],
    ['n', 2, ['Orders', 'Payments']],
  ])('a question is asked, and the answer %j counts', async (answer, expected, left) => {
    const { fake, url } = await service();
    const { code, shown } = await inTerminal(['delete', 'Orders', '--url', url], { typed: `${answer}\n` });
    expect(shown).toContain('Delete 1 mock service? [y/N] ');
    expect([code, fake.mockServices.list().map(({ title }) => title)]).toEqual([expected, left]);
  });

  test('the output has colors, unless NO_COLOR is set or stdout is no terminal', async () => {
    const { url } = await service();
    const args = ['list', '--url', url];
    expect((await inTerminal(args)).shown).toMatch(/␛\[\d+mID/);
    const plain = await inTerminal(args, { environment: { NO_COLOR: '1' } });
    expect(plain.shown).toMatch(/^ID /);
    expect((await inTerminal(args, { after: '| cat' })).shown).toMatch(/^ID /);
  });
});

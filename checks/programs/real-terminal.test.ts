/** The programs in a pseudo-terminal, which `script` opens. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { createFakeServer, type FakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { at } from '../../tools/lib/paths.ts';
import { fileWith, type Name, programs } from './programs.ts';

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
  /** Width of the terminal. */
  readonly columns?: number;
}

/** Runs a program, or a file of this folder, in a terminal, and returns all that the terminal shows. */
async function inTerminal(
  name: Name | 'start-small.ts',
  args: readonly string[],
  { typed = '', after = '', environment = {}, columns = 80 }: Options = {},
) {
  const file = name === 'start-small.ts' ? at(`packages/cli-kit/test/${name}`) : programs[name].file;
  const command = [process.execPath, '--import', at('tools/sources.ts'), file, ...args];
  const quoted = command.map((part) => `'${part}'`).join(' ');
  const line = `stty cols ${columns} -echo; ${quoted} ${after}`;
  // Other variables, such as CI, decide about colors, too.
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(opener, ['-qec', line, '/dev/null'], {
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

describe.runIf(hasScript)('in a terminal', () => {
  test('each stream decides for what it is used', async () => {
    const redirections = { stdin: '< /dev/null', stdout: '> /dev/null', stderr: '2> /dev/null' };
    for (let set = 0; set < 8; set += 1) {
      const [stdin, stdout, stderr] = [1, 2, 4].map((bit) => (set & bit) === 0);
      const path = fileWith('');
      const after = Object.entries({ stdin, stdout, stderr })
        .map(([name, isTerminal]) => (isTerminal ? '' : redirections[name as keyof typeof redirections]))
        .join(' ');
      expect((await inTerminal('start-small.ts', ['0', 'facts', path], { after })).code).toBe(0);
      const expected = [
        ...(stderr ? ['status'] : []),
        ...(stdin && stderr ? ['confirm'] : []),
        ...(stdout ? ['isInteractive', 'hasColors'] : []),
      ];
      expect({ after, facts: readFileSync(path, 'utf8') }).toEqual({ after, facts: expected.join(' ') });
    }
  });

  test.each([
    ['y', 0, ['Payments']],
    ['n', 2, ['Orders', 'Payments']],
  ])('a question is asked, and the answer %j counts', async (answer, expected, left) => {
    const { fake, url } = await service();
    const { code, shown } = await inTerminal('cli', ['delete', 'Orders', '--url', url], {
      typed: `${answer}\n`,
    });
    expect(shown).toContain('Delete 1 mock service? [y/N] ');
    expect([code, fake.mockServices.list().map(({ title }) => title)]).toEqual([expected, left]);
  });

  test.each(['stdin', 'stderr'])('nothing is asked if %s is no terminal', async (stream) => {
    const { fake, url } = await service();
    const path = fileWith('y\n');
    const after = stream === 'stdin' ? `< ${path}` : `2> ${path}`;
    const { code, shown } = await inTerminal('cli', ['delete', 'Orders', '--url', url], {
      after,
      typed: 'y\n',
    });
    const told = stream === 'stdin' ? shown : readFileSync(path, 'utf8');
    expect([code, fake.mockServices.list().length]).toEqual([2, 2]);
    expect(told).toContain('Pass --yes');
    expect(shown + told).not.toContain('[y/N]');
  });

  test('the output has colors, unless NO_COLOR is set or stdout is no terminal', async () => {
    const { url } = await service();
    const args = ['list', '--url', url];
    expect((await inTerminal('cli', args)).shown).toMatch(/␛\[\d+mID/);
    const plain = await inTerminal('cli', args, { environment: { NO_COLOR: '1' } });
    expect(plain.shown).toMatch(/^ID /);
    expect((await inTerminal('cli', args, { after: '| cat' })).shown).toMatch(/^ID /);
  });

  test('what is written to a file instead of the terminal has no colors', async () => {
    const { fake, url } = await service();
    fake.faults.add({ operation: 'createMockService', status: 400 });
    const [file, errors] = [fileWith(JSON.stringify({ mockServices: [{ title: 'New' }] })), fileWith('')];
    const args = ['apply', file, '--url', url];
    expect((await inTerminal('cli', args)).shown).toMatch(/␛\[\d+m✗/);
    expect((await inTerminal('cli', args, { after: `2> ${errors}` })).shown).toMatch(/␛\[\d+m\+/);
    expect(readFileSync(errors, 'utf8')).toMatch(/^✗ create "New" failed:/m);
    expect(readFileSync(errors, 'utf8')).not.toContain('\u001b');
  });

  test('a line of output replaces the progress, which appears after two seconds', async () => {
    const { fake, url } = await service();
    fake.faults.add({ operation: 'createMockService', delay: '1200ms' });
    const file = fileWith(JSON.stringify({ mockServices: ['A', 'B', 'C'].map((title) => ({ title })) }));
    const { code, shown } = await inTerminal('cli', ['apply', file, '--url', url]);
    expect(code).toBe(0);
    expect(shown).not.toMatch(/Applying[^]*created "A"/);
    expect(shown).toMatch(/\rApplying … 1 of 3␛\[K\r␛\[K[^\r\n]*✓[^\r\n]* created "B"/);
    expect(shown).not.toMatch(/Applying[^\r]*created/);
  });

  test.each(['', '> /dev/null'])(
    'each text replaces the status before it, and no other: %j',
    async (after) => {
      const shownBy: Readonly<Record<string, string>> = {
        out: after === '' ? 'out\n' : '',
        error: 'error\n',
        status: '\rworking␛[K',
        'no status': '',
      };
      const names = Object.keys(shownBy);
      const steps = names.flatMap((one) => names.flatMap((two) => [one, two]));
      const { shown } = await inTerminal('start-small.ts', ['0', ...steps], { after });
      let hasStatus = false;
      const expected = steps.map((step) => {
        const isCleared = hasStatus && step !== 'status';
        hasStatus = step === 'status';
        return (isCleared ? '\r␛[K' : '') + shownBy[step];
      });
      expect(shown).toBe(expected.join(''));
    },
  );

  test('the status fits into a line, and other text replaces it', async () => {
    const { url } = await service();
    const { code, shown } = await inTerminal('conformance', [url], { columns: 24 });
    expect(code).toBe(0);
    const states = Array.from(shown.matchAll(/\r([^\r\n]*?)␛\[K/g), ([, state = '']) => state);
    expect(states.length).toBeGreaterThan(20);
    expect(states.every((state) => state.length < 24)).toBe(true);
    expect(states.some((state) => state.length === 23)).toBe(true);
    // The last one clears the line before the report.
    expect(states.at(-1)).toBe('');
    expect(shown).toMatch(/\r␛\[KConformance of /);
    const path = fileWith('');
    await inTerminal('conformance', [url], { after: `2> ${path}` });
    expect(readFileSync(path, 'utf8')).toBe('');
  });
});

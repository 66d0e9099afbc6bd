/** How a program ends, asks, reports progress and reads stdin, apart from what it does. */
import { PassThrough } from 'node:stream';
import {
  ask,
  escaping,
  exitCodeOf,
  Failure,
  stopCode,
  untilStopped,
  withProgress,
} from '@mock-services/cli-kit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { recorder, unsafe, unsafeCharacters } from './terminal.ts';

const signals = { SIGINT: 130, SIGTERM: 143 } as const;

describe('the exit code', () => {
  const known = new RangeError('known');
  const describeKnown = (error: unknown) => (error === known ? 'A known failure.' : undefined);

  test.each([
    ['a number', () => Promise.resolve(1), 1, '', ''],
    ['a failure', () => Promise.reject(new Failure('No.')), 2, '', 'No.\n'],
    ['a request for help', () => Promise.reject(new Failure('Help', 0)), 0, 'Help\n', ''],
    ['a failure with a code', () => Promise.reject(new Failure('No.', 1)), 1, '', 'No.\n'],
    ['a known error', () => Promise.reject(known), 2, '', 'A known failure.\n'],
  ] as const)('of %s', async (_, act, code, stdout, stderr) => {
    const { terminal, printed } = recorder();
    expect([await exitCodeOf(terminal, act, describeKnown), printed]).toEqual([code, { stdout, stderr }]);
  });

  test('of an unexpected error is 2, and its stack is printed without unsafe characters', async () => {
    const { terminal, printed } = recorder();
    const act = () => Promise.reject(new TypeError(unsafeCharacters));
    expect(await exitCodeOf(terminal, act)).toBe(2);
    expect(printed.stderr).toMatch(/^This is a bug in the program:\nTypeError[^]*\n {4}at /);
    expect(printed.stderr).not.toMatch(unsafe);
  });

  test.each(Object.entries(signals))(
    'after %s is %i, unless a failure says why',
    async (signal, expected) => {
      const stopped = AbortSignal.abort(signal);
      for (const error of [known, new DOMException('x', 'AbortError')]) {
        const { terminal, printed } = recorder({ stopped });
        const code = await exitCodeOf(terminal, () => Promise.reject(error), describeKnown);
        expect([code, printed]).toEqual([expected, { stdout: '', stderr: 'Stopped.\n' }]);
      }
      const { terminal, printed } = recorder({ stopped });
      expect(await exitCodeOf(terminal, () => Promise.reject(new Failure('No.')))).toBe(2);
      expect([stopCode(terminal), printed.stderr]).toEqual([expected, 'No.\n']);
    },
  );

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 0],
  ])('of a server after %s is %i, before and after it waits', async (signal, expected) => {
    expect(await untilStopped({ stopped: AbortSignal.abort(signal) })).toBe(expected);
    const stopping = new AbortController();
    const ended = untilStopped({ stopped: stopping.signal });
    stopping.abort(signal);
    expect(await ended).toBe(expected);
  });
});

describe('a question', () => {
  /** Returns the answer, and what was printed. `end` is what happens after the text. */
  async function answered(text: string, end?: 'Ctrl+C' | 'Ctrl+D') {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const stopping = new AbortController();
    const asking = ask('Sure?', { input, output, signal: stopping.signal });
    input.write(text);
    if (end === 'Ctrl+C') stopping.abort();
    if (end === 'Ctrl+D') input.end();
    const answer = await asking;
    return [answer, String(output.read())];
  }

  test.each(['y', ' YES '])('%j means yes', async (text) => {
    expect(await answered(`${text}\n`)).toEqual([true, 'Sure? [y/N] ']);
  });

  test.each(['', 'n', 'yess', 'oh yes'])('%j means no', async (text) => {
    expect(await answered(`${text}\n`)).toEqual([false, 'Sure? [y/N] ']);
  });

  test('Ctrl+D and Ctrl+C mean no, and end the line', async () => {
    expect(await answered('', 'Ctrl+D')).toEqual([false, 'Sure? [y/N] \n']);
    expect(await answered('', 'Ctrl+C')).toEqual([false, 'Sure? [y/N] \n']);
  });

  test('after Ctrl+C, a question is answered with no, even if "y" was typed', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    input.write('y\n');
    expect(await ask('Sure?', { input, output, signal: AbortSignal.abort('SIGINT') })).toBe(false);
  });
});

test('a terminal that escapes keeps line feeds, on both streams', () => {
  const { terminal, printed } = recorder();
  const { out, error, ...others } = escaping(terminal);
  const text = `a\n${unsafeCharacters}\nb`;
  out(text);
  error(text);
  for (const stream of [printed.stdout, printed.stderr]) {
    expect(stream).toMatch(/^a\n\S+\nb\n$/);
    expect(stream).not.toMatch(unsafe);
  }
  expect(terminal).toMatchObject(others);
});

describe('progress', () => {
  afterEach(() => void vi.useRealTimers());

  /** Runs work of `ms` milliseconds, and returns what was shown at which time. */
  async function shownDuring(
    ms: number,
    work: 'succeeds' | 'fails',
    reports: [number, number, number][] = [],
  ) {
    vi.useFakeTimers();
    const start = Date.now();
    const shown: (readonly [at: number, text: string])[] = [];
    const { terminal } = recorder({ status: (text) => shown.push([Date.now() - start, text]) });
    const ended = withProgress(terminal, 'Reading', async (report) => {
      for (const [at, done, total] of reports) setTimeout(() => report(done, total), at);
      await new Promise((resolve) => setTimeout(resolve, ms));
      if (work === 'fails') throw new Failure('No.');
      return 'result';
    }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(ms);
    expect(await ended).toEqual(work === 'fails' ? new Failure('No.') : 'result');
    expect(vi.getTimerCount()).toBe(0);
    return shown;
  }

  test.each(['succeeds', 'fails'] as const)('appears after two seconds, if the work %s', async (work) => {
    expect(await shownDuring(1999, work, [[5, 1, 2]])).toEqual([[1999, '']]);
    expect(await shownDuring(2100, work)).toEqual([
      [2000, 'Reading …'],
      [2100, ''],
    ]);
  });

  test('shows the latest count every 200 ms, and is cleared at the end', async () => {
    const reports: [number, number, number][] = [
      [100, 1, 1500],
      [1900, 2, 1500],
      [2150, 1000, 1500],
    ];
    expect(await shownDuring(2300, 'succeeds', reports)).toEqual([
      [2000, 'Reading … 2 of 1,500'],
      [2200, 'Reading … 1,000 of 1,500'],
      [2300, ''],
    ]);
  });
});

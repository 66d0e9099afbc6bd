/** Which durations and times the programs accept, and what they mean. */
import { durationOf, timeLimitOf, timeOf } from '@mock-services/cli-kit';
import { expect, onTestFinished, test, vi } from 'vitest';

const rejected = (reason: string) => `${reason}\nSee --help.`;

test.each([
  ['1ms', 1],
  ['1.5s', 1500],
  ['2m', 120_000],
  ['3h', 10_800_000],
  ['24d', 2_073_600_000],
  ['2147483647ms', 2_147_483_647],
  ['0d', 0],
])('the duration %s is %i ms', (text, ms) => {
  expect(durationOf(text, '--latency')).toBe(ms);
});

test.each(['0', '30', '1.5'])('the duration %s is rejected, because it has no unit', (text) => {
  expect(() => durationOf(text, '--latency')).toThrow(
    rejected(`--latency ${text} has no unit. Write ${text}s or ${text}ms.`),
  );
});

test.each(['s', '-5s', '1e3ms', '30 s', '30S', '1h30m', '30s\n', '2w'])(
  'the duration %j is rejected',
  (text) => {
    expect(() => durationOf(text, '--latency')).toThrow(
      `--latency must be a duration such as 500ms, 30s or 5m, not ${JSON.stringify(text)}.`,
    );
  },
);

test.each(['2147483648ms', '25d', '0ms', '0.4ms'])('the time limit %s is rejected', (text) => {
  expect(() => timeLimitOf(text, '--timeout')).toThrow(`--timeout must be from 1ms to 24d, not ${text}.`);
});

const noon = Date.UTC(2026, 2, 1, 12);

test.each([
  ['2026-03-01T12:00:00', noon],
  ['2026-03-01 12:00', noon],
  ['2026-03-01T12:00:00.000Z', noon],
  ['2026-03-01t12:00z', noon],
  ['2026-03-01 13:30:00 +01:30', noon],
  ['2026-03-01', noon - 43_200_000],
  ['5m', noon - 300_000],
])('on every machine, %s is the same time', (text, expected) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const zone of ['UTC', 'Asia/Kolkata', 'America/St_Johns']) {
    vi.stubEnv('TZ', zone);
    expect(timeOf(text, '--since', noon)).toBe(expected);
  }
});

test.each(['2026-02-30', '2026-03-01T25:00', '12:00', '2026-3-1', 'March 1, 2026', ''])(
  '%j is rejected, because it is neither a time nor a duration',
  (text) => {
    expect(() => timeOf(text, '--since')).toThrow(/^--since must be a time such as .*, or a duration/);
  },
);

/** Every short sequence of responses to one operation, compared with a small model. */
import { createContext } from '@mock-services/conformance';
import { expect, onTestFinished, test, vi } from 'vitest';

/** The responses to one request and its repetitions. The last one stays. */
const events = {
  '404': [404],
  '429 once': [429, 200],
  '503 once': [503, 200],
  '503 always': [503],
  reset: ['reset'],
  '503, then reset': [503, 'reset'],
} as const;
type Event = keyof typeof events;

const sequences = (length: number): Event[][] =>
  length === 0
    ? [[]]
    : sequences(length - 1).flatMap((start) =>
        (Object.keys(events) as Event[]).map((event) => [...start, event]),
      );

/** For each event: how often the request is sent, and how the call ends. */
function modelOf(script: readonly Event[]): string[] {
  let [lostInARow, isUnavailable] = [0, false];
  return script.map((event) => {
    if (lostInARow === 3) return '0 Refused';
    if (isUnavailable && event.startsWith('503')) return '1 Unavailable';
    if (event === '503 always') {
      isUnavailable = true;
      return '3 Unavailable';
    }
    if (event.endsWith('reset')) {
      lostInARow += 1;
      return event === 'reset' ? '1 NoResponse' : '2 NoResponse';
    }
    [lostInARow, isUnavailable] = [0, false];
    return event.endsWith('once') ? '2 200' : `1 ${event}`;
  });
}

test('a run repeats requests after temporary failures, and gives up after three lost ones', async () => {
  const check = async (script: readonly Event[]) => {
    let responses: readonly (number | 'reset')[] = [200];
    let sent = 0;
    const fetch = () => {
      const next = responses[Math.min(sent, responses.length - 1)] ?? 200;
      sent += 1;
      if (next === 'reset') return Promise.reject(new TypeError('fetch failed'));
      return Promise.resolve(new Response('{}', { status: next, headers: { 'retry-after': '0' } }));
    };
    const context = createContext({ baseUrl: 'https://mocks.example.com', fetch });
    // A first response shows that the service can be reached.
    await context.send('listWorkspaces');
    const ends: string[] = [];
    for (const event of script) {
      [responses, sent] = [events[event], 0];
      const end = await context.send('listWorkspaces').then(
        ({ status }) => String(status),
        (error: Error) => error.constructor.name,
      );
      ends.push(`${sent} ${end}`);
    }
    expect({ script, ends }).toEqual({ script, ends: modelOf(script) });
  };
  // The event at the end shows whether the run still sends requests.
  await Promise.all(sequences(4).map((script) => check([...script, '503 once'])));
});

const every = (ms: number, count: number) => Array.from({ length: count }, (_, i) => i * ms);
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

test.each<[script: readonly number[], after: string, (() => string) | undefined, times: readonly number[]]>([
  [[503], 'missing', undefined, [0, 250, 1250]],
  [[408], '0', () => '0', every(0, 3)],
  [[425], '3', () => '3', every(3000, 3)],
  [[502], 'the timeout', () => '5', every(5000, 3)],
  [[504], 'a second more than the timeout', () => '6', [0]],
  [[503], 'a date in 3 seconds', () => inSeconds(3), every(3000, 3)],
  [[503], 'a past date', () => inSeconds(-3), every(0, 3)],
  [[503], 'soon', () => 'soon', [0, 250, 1250]],
  [[429], 'missing', undefined, every(1000, 10)],
  [[429], '0', () => '0', every(0, 10)],
  [[429], 'more than the timeout', () => '7', every(7000, 10)],
  [[429], 'a date in 3 seconds', () => inSeconds(3), every(3000, 10)],
  [[429], 'soon', () => 'soon', every(1000, 10)],
  [[503, 429], 'missing', undefined, [0, ...every(1000, 10).map((ms) => 250 + ms)]],
  [[429, 503], 'missing', undefined, [0, 1000, 1250, 2250]],
  [[503, 429, 503, 429, 503], 'missing', undefined, [0, 250, 1250, 2250, 3250]],
])('a run repeats a request that gets %j in time if Retry-After is %s', async (script, _, after, times) => {
  vi.useFakeTimers({ now: 1_780_000_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const start = Date.now();
  const sent: number[] = [];
  const context = createContext({
    baseUrl: 'https://mocks.example.com',
    timeout: 5000,
    fetch: () => {
      const status = script[Math.min(sent.length, script.length - 1)] ?? 200;
      sent.push(Date.now() - start);
      const headers = after && { 'retry-after': after() };
      return Promise.resolve(new Response(null, { status, ...(headers && { headers }) }));
    },
  });
  const ended = context.send('listWorkspaces').then(
    () => 'a response',
    (error: Error) => error.message,
  );
  await vi.runAllTimersAsync();
  expect(await ended).toMatch(/temporary failure|request rate/);
  expect(sent).toEqual(times);
});

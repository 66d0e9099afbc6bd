/** Every short sequence of responses to two operations, compared with a small model. */
import { createContext } from '@mock-services/conformance';
import { expect, onTestFinished, test, vi } from 'vitest';

/** Describes how a call ends: the status of its response, or the class of its error. */
const endOf = (sending: Promise<{ readonly status: number }>) =>
  sending.then(
    ({ status }) => String(status),
    (error: Error) => error.constructor.name,
  );

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

const operations = ['listWorkspaces', 'listMockServices'] as const;

interface Step {
  readonly operation: (typeof operations)[number];
  readonly event: Event;
  readonly mustFinish?: boolean;
}

const steps = operations.flatMap((operation) =>
  (Object.keys(events) as Event[]).map((event): Step => ({ operation, event })),
);
const sequences = (length: number): Step[][] =>
  length === 0 ? [[]] : sequences(length - 1).flatMap((start) => steps.map((step) => [...start, step]));

/** For each step: how often the request is sent, and how the call ends. */
function modelOf(script: readonly Step[]): string[] {
  let lostInARow = 0;
  const lostOf = { listWorkspaces: 0, listMockServices: 0 };
  const unavailable = new Set<string>();
  return script.map(({ operation, event, mustFinish }) => {
    if (lostOf[operation] === 3 || (lostInARow >= 3 && mustFinish !== true)) return '0 Refused';
    const isLost = event.endsWith('reset') && !(unavailable.has(operation) && event.startsWith('503'));
    lostOf[operation] = isLost ? lostOf[operation] + 1 : 0;
    if (unavailable.has(operation) && event.startsWith('503')) return '1 Unavailable';
    if (event === '503 always') {
      unavailable.add(operation);
      return '3 Unavailable';
    }
    lostInARow = isLost ? lostInARow + 1 : 0;
    if (isLost) return event === 'reset' ? '1 NoResponse' : '2 NoResponse';
    unavailable.delete(operation);
    return event.endsWith('once') ? '2 200' : `1 ${event}`;
  });
}

/** These steps show whether the run still sends requests. */
const ending: readonly Step[] = [
  ...operations.map((operation) => ({ operation, event: 'reset' }) as const),
  ...operations.map((operation) => ({ operation, event: '503 once' }) as const),
  { operation: 'listWorkspaces', event: '503 once', mustFinish: true },
];

test('a run repeats requests after temporary failures, and gives up after three lost ones', async () => {
  const check = async (script: readonly Step[]) => {
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
    for (const { operation, event, mustFinish = false } of script) {
      [responses, sent] = [events[event], 0];
      const end = await endOf(context.send(operation, { mustFinish }));
      ends.push(`${sent} ${end}`);
    }
    expect({ script, ends }).toEqual({ script, ends: modelOf(script) });
  };
  const scripts = sequences(3).filter(([first]) => first?.operation === 'listWorkspaces');
  await Promise.all(scripts.map((script) => check([...script, ...ending])));
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

test('after a temporary failure, only a 404 or 410 to a DELETE proves nothing', async () => {
  const targets = [
    ['getMockService', 'GET'],
    ['createMockService', 'POST'],
    ['updateMockService', 'PUT'],
    ['deleteMockService', 'DELETE'],
    ['clearActivity', 'DELETE'],
  ] as const;
  for (const [operation, method] of targets)
    for (const earlier of [[], [429], [503], [429, 503], [503, 429]])
      for (const status of [200, 400, 404, 410, 500]) {
        const script = [...earlier, status];
        let sent = 0;
        const fetch = () =>
          Promise.resolve(
            new Response(null, { status: script[sent++] ?? 200, headers: { 'retry-after': '0' } }),
          );
        const params = { mockServiceId: 'a', workspaceId: 'b' };
        const context = createContext({ baseUrl: 'https://mocks.example.com', fetch });
        const end = await endOf(context.send(operation, { params }));
        const isHidden = method === 'DELETE' && [404, 410].includes(status);
        const expected = earlier.includes(503)
          ? (method === 'POST' && 'Unavailable') || (isHidden && 'NoResponse') || String(status)
          : String(status);
        expect({ operation, script, end }).toEqual({ operation, script, end: expected });
      }
});

const day = 86_400;

/** Headers of an earlier response and of the temporary failure, by the header that reveals the service's clock. */
const clocks: Readonly<Record<string, (date: string) => [earlier: object, later: object]>> = {
  'its own Date': (date) => [{}, { date }],
  'its own Date, unlike an earlier one': (date) => [{ date: inSeconds(0) }, { date }],
  'an earlier Date': (date) => [{ date }, {}],
  'an earlier Date, beside an invalid one': (date) => [{ date }, { date: 'soon' }],
};

test.each(
  [429, 503].flatMap((status) =>
    Object.keys(clocks).flatMap((name) => [-1, 1].map((days) => [status, name, days] as const)),
  ),
)(
  'a %i is repeated at its Retry-After date if %s shows a clock off by %i days',
  async (status, name, days) => {
    vi.useFakeTimers({ now: 1_780_000_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    const [earlier, later] = clocks[name]?.(inSeconds(days * day)) ?? [];
    const after = { 'retry-after': inSeconds(days * day + 3) };
    const script: ResponseInit[] = [
      { headers: { ...earlier } },
      { status, headers: { ...later, ...after } },
      { status: 204 },
    ];
    const start = Date.now();
    const sent: number[] = [];
    const fetch = () => Promise.resolve(new Response(null, script[sent.push(Date.now() - start) - 1]));
    const context = createContext({ baseUrl: 'https://mocks.example.com', fetch });
    await context.send('listWorkspaces');
    const ended = endOf(context.send('listWorkspaces'));
    await vi.runAllTimersAsync();
    expect([await ended, sent]).toEqual(['204', [0, 0, 3000]]);
  },
);

test('an abort during a delay ends it at once, unless the request must finish', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const operations = [
    'listWorkspaces',
    'createMockService',
    'updateMockService',
    'deleteMockService',
  ] as const;
  for (const status of [429, 503])
    for (const operation of operations)
      for (const mustFinish of [false, true]) {
        const start = Date.now();
        const sent: number[] = [];
        const controller = new AbortController();
        const context = createContext({
          baseUrl: 'https://mocks.example.com',
          signal: controller.signal,
          fetch: () => {
            const isFirst = sent.push(Date.now() - start) === 1;
            const init = isFirst ? { status, headers: { 'retry-after': '3' } } : { status: 204 };
            return Promise.resolve(new Response(null, init));
          },
        });
        setTimeout(() => controller.abort(), 1000);
        const sending = endOf(context.send(operation, { mustFinish, params: { mockServiceId: 'a' } }));
        const ended = sending.then((end) => ({ end, at: Date.now() - start, sent }));
        await vi.runAllTimersAsync();
        const isCreate = operation === 'createMockService';
        // A create that was refused because of the rate needs no clean-up.
        const isEnded = !mustFinish || (isCreate && status === 429);
        const waited = isEnded
          ? { end: 'Aborted', at: 1000, sent: [0] }
          : { end: '204', at: 3000, sent: [0, 3000] };
        const isRepeated = status === 429 || !isCreate;
        const expected = isRepeated ? waited : { end: 'Unavailable', at: 0, sent: [0] };
        expect({ status, operation, mustFinish, ...(await ended) }).toEqual({
          status,
          operation,
          mustFinish,
          ...expected,
        });
      }
});

// Of the ten seconds, two are reserved for requests that must finish.
test.each(
  [429, 503].flatMap((status) => [
    [status, 7, false, [0, 7000]] as const,
    [status, 8, false, [0]] as const,
    [status, 9, true, [0, 9000]] as const,
    [status, 10, true, [0]] as const,
  ]),
)(
  'a %i is repeated after %i s only if the run lasts that long (must finish: %j)',
  async (status, seconds, mustFinish, times) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const start = Date.now();
    const sent: number[] = [];
    const context = createContext({
      baseUrl: 'https://mocks.example.com',
      timeout: 60_000,
      totalTimeout: 10_000,
      fetch: () => {
        sent.push(Date.now() - start);
        return Promise.resolve(new Response(null, { status, headers: { 'retry-after': String(seconds) } }));
      },
    });
    const ended = endOf(context.send('listWorkspaces', { mustFinish }));
    await vi.runAllTimersAsync();
    expect([await ended, sent]).toEqual([status === 429 ? 'Refused' : 'Unavailable', times]);
  },
);

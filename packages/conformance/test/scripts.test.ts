/** Every short sequence of responses to one operation, compared with a small model. */
import { createContext } from '@mock-services/conformance';
import { expect, test } from 'vitest';

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

/** Every short sequence of failures, compared with a small model, in virtual time. */
import { expect, test } from 'vitest';
import { apply } from '../src/code-commands.ts';
import { tail } from '../src/log-commands.ts';
import { config, directService, fileWith, idOf, inVirtualTime, titlesOf } from './support.ts';

/** All sequences of `length` events, each cut after the event with which it ends according to the model. */
function scripts<Event>(
  events: readonly Event[],
  length: number,
  model: (script: readonly Event[]) => { readonly used: number },
): Event[][] {
  const cut = sequences(events, length).map((script) => script.slice(0, model(script).used));
  return [...new Map(cut.map((script) => [script.join(), script])).values()];
}

function sequences<Event>(events: readonly Event[], length: number): Event[][] {
  if (length === 0) return [[]];
  return sequences(events, length - 1).flatMap((start) => events.map((event) => [...start, event]));
}

const responding = (status: number) => new Response('{}', { status, headers: { 'retry-after': '0' } });
/** Writes the ids in upper case, as if a second server with another spelling had responded. */
const withUpperCaseIds = async (response: Response) =>
  new Response(
    (await response.text()).replaceAll(/[\da-f-]{36}/g, (id) => id.toUpperCase()),
    response,
  );
const lost = () => Promise.reject(new TypeError('fetch failed'));

/**
 * What happens to a create: whether it takes effect, whether the client can know that, whether it may be resent, and
 * whether the user stops the program meanwhile.
 */
const creates = {
  created: { effect: 'now' },
  'lost before it arrives': { mayHave: true, temporary: true },
  'lost after it took effect': { effect: 'now', mayHave: true, temporary: true },
  'lost, and takes effect later': { effect: 'later', mayHave: true, temporary: true },
  '502 after it took effect': { effect: 'now', mayHave: true, temporary: true },
  '429': { temporary: true },
  '400': {},
  'no response': { mayHave: true },
  '429, and Ctrl+C': { temporary: true, stops: true },
  'lost before it arrives, and Ctrl+C': { mayHave: true, temporary: true, stops: true },
  'lost after it took effect, and Ctrl+C': { effect: 'now', mayHave: true, temporary: true, stops: true },
} as const;
interface Create {
  readonly effect?: 'now' | 'later';
  readonly mayHave?: true;
  readonly temporary?: true;
  readonly stops?: true;
}
type CreateEvent = keyof typeof creates;

function modelOfCreates(script: readonly CreateEvent[]) {
  let [used, existing, late, isUncertain] = [0, 0, 0, false];
  for (const event of script) {
    const { effect, mayHave, temporary, stops }: Create = creates[event];
    used += 1;
    existing += late + Number(effect === 'now');
    late = Number(effect === 'later');
    if (event === 'created') return { used, existing, code: 0 };
    isUncertain ||= mayHave === true;
    if (isUncertain && existing > 0) return { used, existing, code: 0 };
    if (stops) return { used, existing, code: 130 };
    if (temporary === undefined || used === 3) return { used, existing, code: 2 };
  }
  throw new RangeError('the script is too short');
}

test('apply resends a create after a temporary failure, unless the service lists it', async () => {
  for (const script of scripts(Object.keys(creates) as CreateEvent[], 3, modelOfCreates)) {
    const expected = modelOfCreates(script);
    let [sent, lists] = [0, 0];
    const stopping = new AbortController();
    const twin = { id: idOf(1), title: 'A', config: config() };
    const { fake, context } = directService(
      { mockServices: [twin] },
      ({ fetch }) => {
        let takeEffect = () => Promise.resolve<unknown>(undefined);
        return {
          fetch: async (url, init) => {
            if (init.method !== 'POST') {
              const response = await fetch(url, init);
              if (!url.endsWith('/mock-services')) return response;
              lists += 1;
              return lists % 2 === 0 ? response : withUpperCaseIds(response);
            }
            const event = script[sent] ?? 'created';
            sent += 1;
            await takeEffect();
            const create = () => fetch(url, { ...init, signal: null });
            const { effect }: Create = creates[event];
            takeEffect = () => (effect === 'later' ? create() : Promise.resolve());
            const response = effect === 'now' ? await create() : undefined;
            if (event.endsWith('Ctrl+C')) stopping.abort('SIGINT');
            if (event.startsWith('lost')) return lost();
            if (event === 'no response') return new Promise(() => {});
            return event === 'created' && response ? response : responding(Number.parseInt(event));
          },
        };
      },
      { stopped: stopping.signal },
    );
    // Only its id distinguishes the existing mock service from the new one.
    const file = fileWith({ mockServices: [twin, { title: 'A', config: config() }] });
    const code = await inVirtualTime(() => apply(context, file, {}));
    expect({ script, code, used: sent, existing: titlesOf(fake).length - 1 }).toEqual({
      script,
      ...expected,
    });
  }
});

const reads = ['entries', '404', '403', '429', '503', 'reset', 'a page'] as const;

/** What `tail` prints on stderr for each read, and whether it fails with the last one. */
function modelOfReads(script: readonly (typeof reads)[number][]) {
  const notes: string[] = [];
  let isAway = false;
  for (const [index, event] of script.entries()) {
    if (event === 'entries') {
      if (isAway) notes.push('back');
      isAway = false;
      continue;
    }
    if (index === 0 || (!isAway && (event === '404' || event === '403')))
      return { notes, used: index + 1, ends: 'failed' };
    if (!isAway) notes.push('away');
    isAway = true;
  }
  return { notes, used: script.length, ends: 130 };
}

test('tail waits for the service after an outage, but fails if the first read fails', async () => {
  // Two outages need more reads than one.
  const long = scripts(['entries', '404', '503'] as const, 5, modelOfReads);
  for (const script of [...scripts(reads, 3, modelOfReads), ...long]) {
    const stopping = new AbortController();
    const notes: string[] = [];
    let printed = 0;
    let recorded = 0;
    let count = 0;
    const { context } = directService(
      { workspaces: [{ id: idOf(1) }] },
      ({ fetch, activity }) => ({
        maxRetries: 0,
        fetch: (url, init) => {
          const event = script[count];
          count += 1;
          if (count > script.length) stopping.abort('SIGINT');
          if (event === 'reset') return lost();
          if (event === 'a page') return Promise.resolve(new Response('<!doctype html>'));
          if (event !== undefined && event !== 'entries') return Promise.resolve(responding(Number(event)));
          if (event === 'entries') recorded += activity.record(idOf(1), {}).id === '' ? 0 : 1;
          return fetch(url, init);
        },
      }),
      {
        stopped: stopping.signal,
        onOut: () => (printed += 1),
        onError: (text) => notes.push(text === 'The service is back.' ? 'back' : 'away'),
      },
    );
    const ends = await inVirtualTime(() => tail(context, idOf(1), {}).catch(() => 'failed'));
    expect({ script, notes, used: Math.min(count, script.length), ends }).toEqual({
      script,
      ...modelOfReads(script),
    });
    expect(printed).toBe(recorded);
  }
});

test.each([
  ...[400, 401, 403, 404, 405, 409, 410, 422, 499].map((status) => [`a ${status}`, status, 'ends'] as const),
  ...[408, 429, 500, 501, 502, 503, 504, 599].map((status) => [`a ${status}`, status, 'waits'] as const),
  ['a log that differs from the interface', 'other', 'ends'],
  ['no response', 'hang', 'waits'],
  ['a response that ends early', 'cut', 'waits'],
] as const)(
  'after a first read, tail ends or waits for the service: %s, %s, %s',
  async (_name, failure, expected) => {
    const stopping = new AbortController();
    const notes: string[] = [];
    const ends: number[] = [];
    const starts: number[] = [];
    const { context } = directService(
      { workspaces: [{ id: idOf(1) }], activity: { [idOf(1)]: [{}] } },
      (fake) => ({
        maxRetries: 0,
        timeout: 4000,
        fetch: (url, init) => {
          starts.push(Date.now());
          // The failure lasts for three reads.
          if (starts.length === 1 || starts.length > 4) return fake.fetch(url, init);
          ends.push(Date.now() + (failure === 'hang' ? 4000 : 0));
          if (failure === 'hang') return new Promise(() => {});
          if (failure === 'other') return Promise.resolve(Response.json({ data: [{ id: 7 }] }));
          if (failure === 'cut') return Promise.resolve(new Response('{"data": ['));
          return Promise.resolve(responding(failure));
        },
      }),
      {
        stopped: stopping.signal,
        onError: (text) => {
          notes.push(text.split('\n').at(-1) ?? '');
          if (text === 'The service is back.') stopping.abort('SIGINT');
        },
      },
    );
    const code = await inVirtualTime(() => tail(context, idOf(1), {}).catch(() => 'failed'));
    expect({ code, notes, reads: starts.length }).toEqual(
      expected === 'ends'
        ? { code: 'failed', notes: [], reads: 2 }
        : { code: 130, notes: ['Waiting for the service …', 'The service is back.'], reads: 5 },
    );
    // While the service is away, each attempt comes a second after the last one.
    expect(starts.slice(2).map((time, index) => time - (ends[index] ?? 0))).toEqual(
      expected === 'ends' ? [] : [1000, 1000, 1000],
    );
  },
);

test.each([
  ['apply', 1000],
  ['apply', 19_000],
  ['tail', 500],
  ['tail', 5500],
])('%s ends at once after Ctrl+C during a pause, %i ms after a failure', async (command, ms) => {
  const stopping = new AbortController();
  let [count, failed] = [0, 0];
  const { context } = directService(
    { workspaces: [{ id: idOf(1) }] },
    ({ fetch }) => ({
      maxRetries: 0,
      fetch: (url, init) => {
        count += 1;
        if (count === 1) return fetch(url, init);
        if (failed === 0) setTimeout(() => stopping.abort('SIGINT'), ms);
        failed ||= Date.now();
        return Promise.resolve(new Response('{}', { status: 503, headers: { 'retry-after': '20' } }));
      },
    }),
    { stopped: stopping.signal },
  );
  const file = fileWith({ mockServices: [{ title: 'A' }] });
  const ended = await inVirtualTime(async () => {
    const code = await (command === 'tail' ? tail(context, idOf(1), {}) : apply(context, file, {}));
    return [code, Date.now() - failed];
  });
  expect(ended).toEqual([130, ms]);
});

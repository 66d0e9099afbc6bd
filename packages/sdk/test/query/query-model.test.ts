/**
 * Random sequences of loads, writes, failures, lost responses and cancellations in virtual time. When nothing is in
 * flight any more, every query that is shown must have what the service has.
 */
import { createClient, type MockService } from '@mock-services/sdk';
import { createQueries, type ServiceMutation, type ServiceQuery } from '@mock-services/sdk/query';
import { type MutationOptions, QueryClient, QueryObserver } from '@tanstack/query-core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOfModel } from '../../../../tools/lib/near.ts';
import { anInput, baseUrl, workspaceId } from '../support/fixtures.ts';
import { run } from '../support/query-cache.ts';
import { type Fate, ids, Service } from '../support/query-service.ts';
import { rest, useVirtualTime } from '../support/virtual-time.ts';

/** The path of each query. */
const paths = {
  list: '/configuration/mock-services',
  item: `/configuration/mock-service/${ids[0]}`,
  configuration: `/configuration/workspace/${workspaceId}`,
  log: `/workspace/${workspaceId}/activity`,
};
type Name = keyof typeof paths;
const names = Object.keys(paths) as Name[];

const anyName = fc.constantFrom(...names, 'list', 'item');
const anyLoad = fc.record({
  load: anyName,
  isFresh: fc.boolean(),
  by: fc.constantFrom('mount', 'mount', 'disabled', 'ensure', 'fetch'),
});
const anyWrite = fc.record({
  write: fc.constantFrom('create', 'update', 'modify', 'delete', 'clear'),
  // `conflict` means that the function of `modify` throws, because a colleague changed the mock service.
  fate: fc.constantFrom<Fate | 'unsent' | 'conflict'>(
    ...([
      'ok',
      'ok',
      'ok',
      'ok',
      'refused',
      'failed',
      'unreached',
      'lost',
      'gone',
      'unsent',
      'conflict',
    ] as const),
  ),
  timeout: fc.constantFrom<false | number>(false, false, false, 20),
  callbacks: fc.constantFrom('none', 'none', 'optimistic', 'close'),
});
/** `unmount` and `cancel` do what TanStack Query does when a view closes, or when the application cancels a query. */
const anyStop = fc.oneof(fc.record({ unmount: anyName }), fc.record({ cancel: anyName }));

const sequences = fc.record({
  /** Each event follows the last one after some milliseconds, or after -1 in the same instant. */
  events: fc.array(
    fc.tuple(
      fc.constantFrom(-1, 0, 1, 3, 10, 40),
      fc.oneof(
        { weight: 4, arbitrary: anyLoad },
        { weight: 5, arbitrary: anyWrite },
        { weight: 1, arbitrary: anyStop },
      ),
    ),
    { minLength: 2, maxLength: 8 },
  ),
  delays: fc.array(fc.constantFrom(0, 1, 2, 5, 20, 60), { minLength: 1, maxLength: 12 }),
  /** Which reads fail, where `0` is a failure. */
  reads: fc.array(fc.nat(9), { minLength: 1, maxLength: 12 }),
});
type ValueOf<Values> = Values extends fc.Arbitrary<infer Value> ? Value : never;
type Write = ValueOf<typeof anyWrite>;
type Sequence = ValueOf<typeof sequences>;
type Event = Sequence['events'][number][1];

/** What a view shows of the data of a query. */
function textOf(data: unknown): string | undefined {
  if (!Array.isArray(data)) return (data as MockService | undefined)?.title;
  return data
    .map((row: { title?: string; request: { path: string } }) => row.title ?? row.request.path)
    .join();
}

/** Whether a write to a path can change what a query shows. */
function changes(path: string, name: Name): boolean {
  if (path === paths.log || name === 'log') return path === paths.log && name === 'log';
  return name !== 'item' || path.endsWith(ids[0]);
}

/** Acts out a sequence, and returns what is wrong at its end. */
async function play({ events, delays, reads }: Sequence): Promise<string[]> {
  const problems = new Set<string>();
  const fates: Fate[] = [];
  const service: Service = new Service(delays, (isWrite): Fate => {
    if (isWrite) return fates.shift() ?? 'ok';
    return reads[service.sent.length % reads.length] === 0 ? 'failed' : 'ok';
  });
  const queries = createQueries(createClient({ baseUrl, fetch: service.fetch, maxRetries: 0 }));
  const queryOf = {
    list: queries.mockServices.list(),
    item: queries.mockServices.get(ids[0]),
    configuration: queries.workspaces.getConfiguration(workspaceId),
    log: queries.activity.list(workspaceId),
  } as Record<Name, ServiceQuery<unknown>>;
  const cache = new QueryClient();
  const views: {
    name: Name;
    isEnabled: boolean;
    observer: Pick<QueryObserver, 'getCurrentResult'>;
    close: () => void;
  }[] = [];
  /** The number of requests when the application canceled a query. */
  const canceledAt = new Map<Name, number>();
  /** A closed view and a canceled query reject a load, or restore older data, by design of TanStack Query. */
  let stops = 0;
  let pending = 0;

  const mount = (name: Name, options: object, isEnabled: boolean) => {
    const observer = new QueryObserver(cache, { ...queryOf[name], ...options, enabled: isEnabled });
    views.push({ name, isEnabled, observer, close: observer.subscribe(() => undefined) });
    if (!isEnabled) void observer.refetch();
  };

  const load = async (name: Name, staleTime: number, by: string) => {
    const options = { ...queryOf[name], staleTime };
    const [start, stopsBefore] = [performance.now(), stops];
    // `ensureQueryData` returns what is cached, and a deleted item is cached until its mutation ends.
    const mayBeCached = by === 'ensure' || name === 'item';
    const isCached = mayBeCached && cache.getQueryData(options.queryKey) !== undefined;
    try {
      const data = await (by === 'ensure' ? cache.ensureQueryData(options) : cache.fetchQuery(options));
      const ends = service.sent.flatMap((one) => (changes(one.path, name) ? (one.ended ?? []) : []));
      // After five reads, a query returns what it has.
      if (isCached || stops > 0 || ends.filter(({ at }) => at >= start).length > 3) return;
      const before = ends.filter(({ at }) => at < performance.now()).map(({ version }) => version);
      const possible = service.versions.slice(Math.max(0, ...before)).map((version) => version(paths[name]));
      if (!possible.includes(textOf(data))) problems.add(`${by} resolved with an old ${name}`);
    } catch (error) {
      if ((error as Error).message === 'CancelledError' && stops === stopsBefore)
        problems.add(`${by} of ${name} was canceled`);
    }
  };

  const mutationOf = ({ write, timeout, fate }: Write, title: string) => {
    const id = ids[0];
    const options = { timeout, signal: fate === 'unsent' ? AbortSignal.abort() : undefined };
    const change = (given: MockService) => {
      if (fate === 'conflict') throw new Error('A colleague changed it.');
      return { ...given, title };
    };
    const { mockServices, activity } = queries;
    const [mutation, variables] = {
      create: [mockServices.create(options), anInput({ title })],
      update: [mockServices.update(options), { id, ...anInput({ title }) }],
      modify: [mockServices.modify(options), { id, change }],
      delete: [mockServices.delete(options), id],
      clear: [activity.clear(options), workspaceId],
    }[write];
    return { mutation: mutation as ServiceMutation<unknown, unknown>, variables };
  };

  const callbacksOf = {
    none: () => ({}),
    close: () => ({
      onSuccess() {
        stops += 1;
        for (const { close } of views.splice(0)) close();
      },
    }),
    /** The usual recipe that changes the cache. */
    optimistic(title: string): MutationOptions<unknown, Error, unknown> {
      const { queryKey } = queryOf.item;
      return {
        async onMutate() {
          stops += 1;
          await cache.cancelQueries({ queryKey });
          const before = cache.getQueryData(queryKey);
          cache.setQueryData(queryKey, (old: unknown) => old && { ...old, title });
          return before;
        },
        onError: (_error, _variables, before) => void cache.setQueryData(queryKey, before),
        onSettled: () => cache.invalidateQueries({ queryKey }),
      };
    },
  };

  const write = async (event: Write, title: string) => {
    const { mutation, variables } = mutationOf(event, title);
    if (event.fate === 'conflict')
      service.rename(ids[0], event.write === 'modify' ? `their ${title}` : undefined);
    else if (event.fate !== 'unsent') fates.push(event.fate);
    const callbacks = callbacksOf[event.callbacks](title);
    await run(cache, { ...mutation, ...callbacks }, variables).catch(() => undefined);
  };

  const act = async (event: Event, title: string) => {
    if ('load' in event) {
      const staleTime = event.isFresh ? Infinity : 0;
      if (event.by === 'ensure' || event.by === 'fetch') return load(event.load, staleTime, event.by);
      return mount(event.load, { staleTime }, event.by === 'mount');
    }
    if ('write' in event) return write(event, title);
    stops += 1;
    if ('cancel' in event) {
      canceledAt.set(event.cancel, service.sent.length);
      return cache.cancelQueries({ queryKey: queryOf[event.cancel].queryKey });
    }
    const at = views.findIndex(({ name }) => name === event.unmount);
    views.splice(at, at < 0 ? 0 : 1)[0]?.close();
  };

  const instants: { at: number; actions: (() => Promise<void>)[] }[] = [];
  for (const [index, [after, event]] of events.entries()) {
    const last = instants.at(-1);
    const action = async () => {
      pending += 1;
      await act(event, `title ${index}`);
      pending -= 1;
    };
    if (last && after < 0) last.actions.push(action);
    else instants.push({ at: (last?.at ?? 0) + Math.max(after, 0), actions: [action] });
  }
  for (const { at, actions } of instants)
    setTimeout(() => {
      for (const action of actions) void action();
    }, at);
  await rest();

  if (pending > 0) problems.add(`${pending} actions are pending`);
  for (const { name, isEnabled, observer } of views) {
    const { status, data, error, isFetching, isStale } = observer.getCurrentResult();
    const shown = status === 'error' ? (error as { status?: number }).status : textOf(data);
    if (!isEnabled || (!isFetching && shown === (service.shown(paths[name]) ?? 404))) continue;
    const readAt = service.sent.findLastIndex((one) => !one.isWrite && one.path === paths[name]);
    const writes = service.sent.filter((one) => one.isWrite && changes(one.path, name));
    const hasFailed = shown === 503 && writes.every(({ ended }) => readAt >= (ended?.sent ?? 0));
    const isCanceled = readAt <= (canceledAt.get(name) ?? -1) && isStale;
    if (!hasFailed && !isCanceled)
      problems.add(`${name} shows ${status} ${shown} instead of ${service.shown(paths[name])}`);
  }
  for (const name of names) {
    const state = cache.getQueryState(queryOf[name].queryKey);
    const isFresh = state?.status === 'success' && !state.isInvalidated;
    if (isFresh && textOf(state.data) !== service.shown(paths[name]))
      problems.add(`${name} is fresh with ${textOf(state.data)} instead of ${service.shown(paths[name])}`);
  }
  for (const { close } of views) close();
  cache.clear();
  return [...problems];
}

useVirtualTime();

test('at rest, every query that is shown has what the service has', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      expect(await play(sequence)).toEqual([]);
    }),
    runsOfModel(3000),
  );
});

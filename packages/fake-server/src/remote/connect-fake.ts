import type { SkippedPart } from '@mock-services/sdk/activity';
import { locate, type ActivityEntry } from '@mock-services/sdk/contract';
import type { ListedScenario } from '../core/fake.ts';
import type { CompleteSeed } from '../core/fixtures/seed.ts';
import type { JournalEntry } from '../core/rows/exchange.ts';
import type { Fault } from '../core/rows/fault.ts';
import type { ListedWorld } from '../core/worlds/worlds.ts';
import {
  assertNone,
  invalidError,
  isFakeServerError,
  matcherError,
  matchIssue,
  optionError,
} from '../core/errors.ts';
import { isPlain } from '../core/json.ts';
import { longestWaitMs, timeoutOf, type WaitOptions } from '../core/option-checks.ts';
import { parseBaseUrl } from '../core/http/base-url.ts';
import { asyncDispose } from '../core/async-dispose.ts';
import { checkedName, defaultWorld, worldSegment } from '../core/worlds/world-name.ts';
import { createCalls, type Calls } from './calls.ts';
import type {
  ConnectOptions,
  ReadJournal,
  RemoteActivity,
  RemoteFake,
  RemoteFaults,
  RemoteJournal,
} from './remote-fake.ts';

/**
 * Connects to a fake server in another process. Sends nothing until a function is called.
 * @param url - Base URL of the fake server, such as `http://127.0.0.1:4600`, without a world.
 * @throws {FakeServerError} (`invalid-option`, `world-name`) if the URL or the name of the world is invalid.
 * @example
 * ```ts
 * import { connectFake } from '@mock-services/fake-server/core';
 *
 * const fake = connectFake('http://127.0.0.1:4600');
 * await fake.reset();
 * await fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
 * ```
 */
export function connectFake(url: string, options: ConnectOptions = {}): RemoteFake {
  const { href } = parseBaseUrl(url);
  const { world = defaultWorld } = options;
  const baseUrl = options.world === undefined ? href : href + worldSegment + checkedName(world);
  const calls = createCalls(baseUrl, options);
  const server = createCalls(href, options);
  const { call, find } = calls;
  const journal = journalOf(calls);
  const deleteWorld = existed(server.find, () => ['worlds', world]);
  return {
    baseUrl,
    seed: (seed) => call('PUT', ['seed'], seed),
    reset: () => call('POST', ['reset']),
    snapshot: () => call('GET', ['snapshot']),
    restore: (snapshot) => call('PUT', ['snapshot'], snapshot),
    scenario: (name) => call('POST', ['scenario'], { name }),
    scenarios: async () =>
      (await call<{ readonly scenarios: readonly ListedScenario[] }>('GET', ['scenarios'])).scenarios,
    clock: {
      now: async () => Date.parse((await call<{ readonly now: string }>('GET', ['clock'])).now),
      advance: (by) => call('POST', ['clock'], { advance: by }).then(nothing),
      set: (to) => call('POST', ['clock'], { set: to }).then(nothing),
    },
    mockServices: {
      add: (draft = {}) => call('POST', ['mock-services'], draft),
      get: (id) => find('GET', ['mock-services', id]),
      list: () => call('GET', ['mock-services']),
      update: (id, changes) => call('PATCH', ['mock-services', id], changes),
      delete: existed(find, (id: string) => ['mock-services', id]),
    },
    workspaces: {
      add: (draft = {}) => call('POST', ['workspaces'], draft),
      get: (id) => find('GET', ['workspaces', id]),
      getConfiguration: (id) => find('GET', ['workspaces', id, 'configuration']),
      list: () => call('GET', ['workspaces']),
      update: (id, changes) => call('PATCH', ['workspaces', id], changes),
      delete: existed(find, (id: string) => ['workspaces', id]),
    },
    activity: activityOf(calls),
    faults: faultsOf(calls),
    journal,
    assertClean: journal.assertClean,
    data: async () => (await call<{ readonly data: CompleteSeed }>('GET', ['state'])).data,
    counts: () => call('GET', ['counts']),
    deleteWorld,
    [asyncDispose]: () => deleteWorld().then(nothing),
    listWorlds: async () =>
      (await server.call<{ readonly worlds: readonly ListedWorld[] }>('GET', ['worlds'])).worlds,
  };
}

function activityOf({ call, find }: Calls): RemoteActivity {
  const log = (id: string): string[] => ['workspaces', id, 'activity'];
  return {
    record: (id, exchange = {}) => call('POST', log(id), exchange),
    list: (id) => call('GET', log(id)),
    clear: (id) => call('DELETE', log(id)),
    delete: existed(find, (id: string, entryId: string) => [...log(id), entryId]),
    fromHar: async (id, har, { onSkipped } = {}) => {
      const { entries, skipped } = await call<{ entries: ActivityEntry[]; skipped: SkippedPart[] }>(
        'POST',
        ['workspaces', id, 'har'],
        har,
      );
      for (const part of skipped) onSkipped?.(part);
      return entries;
    },
  };
}

function faultsOf({ call, find }: Calls): RemoteFaults {
  const remove = existed(find, (which: number | string) => ['faults', String(which)]);
  return {
    add: async (fault) => {
      const sent = plain('faults.add', fault);
      const hole = fault.match && holeIn(fault.match);
      if (hole !== undefined) throw invalidError('invalid-fault', 'The fault', [matchIssue(hole)]);
      const { id } = await call<Fault>('POST', ['faults'], sent);
      const removeThis = (): Promise<boolean> => remove(id);
      return {
        id,
        used: async () => (await find<Fault>('GET', ['faults', String(id)]))?.used ?? 0,
        remove: removeThis,
        [asyncDispose]: () => removeThis().then(nothing),
      };
    },
    list: async () => (await call<{ readonly faults: readonly Fault[] }>('GET', ['faults'])).faults,
    remove,
    clear: () => call('DELETE', ['faults']),
    assertClean: () => assertClean(call, 'faults', 'Not every fault was applied as often as planned:'),
  };
}

interface Found {
  readonly found: readonly JournalEntry[];
  readonly explanation: string;
}

function journalOf({ call }: Calls): RemoteJournal {
  const read = () => call<ReadJournal>('GET', ['journal']);
  const found = async (matcher: unknown) =>
    call<Found>('POST', ['journal', 'find'], plainMatcher('matcher', matcher));
  const waitFor = async (matcher: unknown, options: WaitOptions = {}): Promise<JournalEntry> => {
    const sent = plainMatcher('matcher', matcher);
    let left = timeoutOf(options);
    for (;;) {
      const wait = Math.min(left, longestWaitMs);
      left -= wait;
      try {
        const body = { matcher: sent, timeout: wait };
        return await call<JournalEntry>('POST', ['journal', 'wait'], body, wait);
      } catch (error) {
        if (left <= 0 || !isFakeServerError(error, 'no-match')) throw error;
      }
    }
  };
  return {
    entries: async () => (await read()).entries,
    problems: async () => (await read()).problems,
    since: async () => (await read()).since,
    find: async (matcher) => (await found(matcher)).found,
    explain: async (matcher) => (await found(matcher)).explanation,
    waitFor,
    read,
    expect: async (operation, fields = {}, options = {}) =>
      call('POST', ['journal', 'expect'], { operation, fields: plainMatcher('fields', fields), ...options }),
    assertClean: () => assertClean(call, 'journal', 'The journal is not clean:'),
    clear: () => call('DELETE', ['journal']),
  };
}

async function assertClean(call: Calls['call'], part: 'faults' | 'journal', message: string): Promise<void> {
  const { reasons } = await call<{ readonly reasons: readonly string[] }>('GET', [part, 'clean']);
  assertNone(message, reasons);
}

function existed<Args extends readonly unknown[]>(
  find: Calls['find'],
  pathOf: (...args: Args) => readonly string[],
): (...args: Args) => Promise<boolean> {
  return (...args) => find('DELETE', pathOf(...args)).then(wasFound);
}

function wasFound(result: unknown): boolean {
  return result !== undefined;
}

function nothing(): void {}

function plainMatcher(name: string, matcher: unknown): unknown {
  const sent = plain(name, matcher ?? null);
  const hole = holeIn(sent);
  if (hole !== undefined) throw matcherError(hole);
  return sent;
}

/** Finds `undefined` within a matcher before it is sent, because JSON would leave it out. */
function holeIn(value: unknown, keys: readonly PropertyKey[] = ['matcher']): string | undefined {
  if (value === undefined) return `${locate(keys).path} is undefined. Pass a value, or remove the key.`;
  if (typeof value !== 'object' || value === null) return undefined;
  const parts: Iterable<[PropertyKey, unknown]> = Array.isArray(value)
    ? value.entries()
    : Object.entries(value);
  for (const [key, part] of parts) {
    const hole = holeIn(part, [...keys, key]);
    if (hole !== undefined) return hole;
  }
  return undefined;
}

/** Without this check, functions and regular expressions would get lost on their way. */
function plain(name: string, value: unknown): unknown {
  if (isPlain(value)) return value;
  throw optionError(
    name,
    'plain JSON without functions, regular expressions, dates and asymmetric matchers, because it is sent to another process',
  );
}

import type {
  ActivityEntry,
  MockService,
  MockServiceInput,
  MockServiceSummary,
  Workspace,
} from '@mock-services/sdk/contract';
import { fixtureError } from '../core/errors.ts';
import { completeEntry, readExchange } from '../core/fixtures/activity.ts';
import { readDraft, type Draft } from '../core/fixtures/complete.ts';
import type { ExchangeDraft } from '../core/fixtures/exchange.ts';
import { completeMockService, type MockServiceDraft } from '../core/fixtures/mock-services.ts';
import { configuredWorkspace } from '../core/fixtures/workspaces.ts';
import { integerOption } from '../core/checks/options.ts';
import { seededRandom } from '../core/random.ts';
import { defaultStart, toMilliseconds, toTimestamp, type Instant } from '../core/time/time.ts';
import { describeUnknown, onceEach, shownValue, warn } from '../core/words.ts';
import { exampleExchanges } from './exchanges.ts';
import { busyTimes, chooseExchange } from './plausible.ts';
import { ExampleRecorder } from './recorder.ts';

export interface ExampleOptions {
  /**
   * Any integer. Examples with the same seed are equal.
   * @default 1
   */
  readonly randomSeed?: number | undefined;
  /**
   * The creation time of the first example. Each further example is created 1 ms later.
   * @default '2026-01-01T00:00:00.000Z'
   */
  readonly now?: Instant | undefined;
  /**
   * Receives a warning about each field or option that is probably misspelled.
   * @default console.warn
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** The time that a log covers. */
export interface ActivityRange {
  /** @default one day before `until` */
  readonly since?: Instant | undefined;
  /** @default the option `now` */
  readonly until?: Instant | undefined;
}

/**
 * Each call returns a new object, which no later call changes. Omitted fields get the same defaults as in the fixtures
 * of a fake server, and generated identifiers are unique among all examples.
 */
export interface Examples {
  /**
   * A mock service (§2.2), as `fake.mockServices.add` returns.
   * @throws {FakeServerError} (`invalid-fixture`) if the mock service does not conform to the interface.
   */
  readonly mockService: (draft?: MockServiceDraft) => MockService;
  /**
   * A mock service as it appears in lists (§2.1).
   * @throws {FakeServerError} (`invalid-fixture`) if the draft does not conform to the interface.
   */
  readonly mockServiceSummary: (draft?: MockServiceDraft) => MockServiceSummary;
  /**
   * What `client.mockServices.create` and `update` send (§4, rules 1 and 2).
   * @throws {FakeServerError} (`invalid-fixture`) if the draft does not conform to the interface.
   */
  readonly mockServiceInput: (draft?: MockServiceDraft) => MockServiceInput;
  /**
   * A workspace (§2.4), as `fake.workspaces.add` returns.
   * @throws {FakeServerError} (`invalid-fixture`) if the workspace does not conform to the interface.
   */
  readonly workspace: (draft?: Draft<Workspace>) => Workspace;
  /**
   * A recorded exchange (§2.5), as `fake.activity.record` returns.
   * @throws {FakeServerError} (`invalid-fixture`) if the entry does not conform to the interface, or its status is not
   *   from 100 to 599.
   */
  readonly activityEntry: (exchange?: ExchangeDraft) => ActivityEntry;
  /**
   * A log like a small shop's, oldest entry first: most requests arrive in the afternoon (UTC), some routes are slow,
   * and 2% of the responses are errors. The bodies are JSON, text, HTML, forms and images.
   * @throws {FakeServerError} (`invalid-fixture`) if `count` is not an integer of at least 0, or `since` is after
   *   `until`.
   * @throws {RangeError} if `since` or `until` is not a valid time.
   */
  readonly activity: (count: number, range?: ActivityRange) => ActivityEntry[];
}

/** Added to the seed, this number prevents ids that a fake server with the same `randomSeed` generates. */
const ownStream = 0x65_78_61_6d;

/**
 * Creates examples of resources for tests that need no server.
 * @throws {FakeServerError} (`invalid-option`) if `randomSeed` is not an integer.
 * @throws {RangeError} if `now` is not a valid time.
 * @example
 * const example = createExamples();
 * const services = ['Orders', 'Payments'].map((title) => example.mockService({ title }));
 */
export function createExamples(options: ExampleOptions = {}): Examples {
  const { randomSeed = 1, now = defaultStart } = options;
  const random = seededRandom(integerOption('randomSeed', randomSeed) + ownStream);
  const start = toMilliseconds(now);
  let time = start;
  const given = new Set<string>();
  const isTaken = (id: string): boolean => given.has(id);
  const source = {
    newId: () => random.uuid(isTaken),
    stamp: () => toTimestamp(time++),
  };
  const warnOnce = onceEach((message) => warn(options, message));
  for (const message of describeUnknown('createExamples', options, ['randomSeed', 'now', 'onWarning']))
    warnOnce(message);
  const noted = <Resource extends { readonly id: string }>(resource: Resource): Resource => {
    given.add(resource.id.toLowerCase());
    return resource;
  };
  const recorder = new ExampleRecorder(random, source.newId);

  const mockService = (call: string, draft: MockServiceDraft = {}): MockService => {
    const fields = readDraft(warnOnce, call, 'mockService', draft);
    return noted(completeMockService(source, call, fields, isTaken));
  };
  return {
    mockService: (draft) => mockService('mockService', draft),
    mockServiceSummary: (draft) => {
      const { config: _, ...summary } = mockService('mockServiceSummary', draft);
      return summary;
    },
    mockServiceInput: (draft) => {
      const { id: _, createdAt: __, updatedAt: ___, ...input } = mockService('mockServiceInput', draft);
      return input;
    },
    workspace: (draft = {}) => {
      const fields = readDraft(warnOnce, 'workspace', 'seededWorkspace', draft);
      return noted(configuredWorkspace(source, 'workspace', fields, isTaken).workspace);
    },
    activityEntry: (exchange = {}) => {
      const call = 'activityEntry';
      return noted(completeEntry(source, call, readExchange(warnOnce, call, exchange), isTaken));
    },
    activity: (count, { until = start, since = toMilliseconds(until) - 86_400_000 } = {}) => {
      if (!Number.isInteger(count) || count < 0)
        throw fixtureError('activity', 'count', 'an integer of at least 0', shownValue(count));
      const [from, to] = [toMilliseconds(since), toMilliseconds(until)];
      if (from > to)
        throw fixtureError('activity', 'since', 'a time that is not after `until`', toTimestamp(from));
      return busyTimes(random, count, from, to).map((at) =>
        recorder.record(chooseExchange(random, exampleExchanges()), at),
      );
    },
  };
}

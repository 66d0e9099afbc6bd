import {
  defaultStart,
  firstInstant,
  lastInstant,
  toMilliseconds,
  toTimestamp,
  type Instant,
} from '../core/time/time.ts';
import { demoConfiguration, demoMockServices } from './demo-services.ts';
import { plainCopy } from '../core/json.ts';
import { seededRandom } from '../core/random.ts';
import { exampleExchanges, type ExampleExchange } from './exchanges.ts';
import { ExampleRecorder } from './recorder.ts';
import type { CompleteSeed } from '../core/fixtures/seed.ts';
import { mockServiceOf } from '../core/world/resources.ts';

export interface DemoSeedOptions {
  /**
   * The time to which all times in the sample data are relative.
   * @default '2026-01-01T00:00:00.000Z'
   */
  readonly now?: Instant | undefined;
}

const day = 86_400_000;

/** Maximum distance of the sample times from `now`, in milliseconds. */
const before = 365 * day;
const after = 30 * day;

/** `from` and `to` are in days relative to `now`. */
const samples = [
  { name: 'Checkout team', from: -6, to: 8, exchanges: 18, configuration: demoConfiguration },
  { name: 'Mobile app', from: -2, to: 5, exchanges: 14 },
  { name: 'Partner sandbox', from: -30, to: -16, exchanges: 8 },
  { name: 'Nightly runs', from: -1, to: 6, exchanges: 0 },
];

/**
 * Returns sample data: five mock services, four workspaces and 40 recorded exchanges. One workspace has expired, and
 * another has an empty log. Calls with the same `now` return equal data in new objects.
 * @throws {RangeError} if `now` is not a valid time, or is too close to the year 0000 or 9999.
 */
export function demoSeed({ now = defaultStart }: DemoSeedOptions = {}): CompleteSeed {
  const start = toMilliseconds(now);
  if (start - before < firstInstant || start + after > lastInstant) {
    throw new RangeError(
      `The option \`now\` must not be ${toTimestamp(start)}, because the sample data would contain times outside the years 0000 to 9999.`,
    );
  }
  const at = (days: number): string => toTimestamp(start + days * day);
  const ids = seededRandom(2026);
  const recorder = new ExampleRecorder(ids);
  // The weights of the kinds are ignored, because a short log should show each kind.
  const kinds = cycle(exampleExchanges());
  const mockServices = demoMockServices.map(({ input, createdDaysAgo, updatedDaysAgo }) => {
    const times = { createdAt: at(-createdDaysAgo), updatedAt: at(-updatedDaysAgo) };
    return mockServiceOf(plainCopy(input), { id: ids.uuid(), ...times });
  });
  const seed: CompleteSeed = { mockServices, workspaces: [], activity: {}, configurations: {} };
  for (const { name, from, to, exchanges, configuration } of samples) {
    const id = ids.uuid();
    const createdAt = at(from);
    seed.workspaces.push({ id, name, createdAt, expiresAt: at(to) });
    const pace = ((Math.min(to, 0) - from) * day) / exchanges;
    seed.activity[id] = Array.from({ length: exchanges }, (_, index) =>
      recorder.record(kinds.next().value, start + from * day + (index + ids.below(1000) / 1000) * pace),
    );
    if (configuration) {
      seed.configurations[id] = mockServiceOf(plainCopy(configuration), {
        id,
        createdAt,
        updatedAt: createdAt,
      });
    }
  }
  return seed;
}

function* cycle(exchanges: readonly ExampleExchange[]): Generator<ExampleExchange, never> {
  for (;;) yield* exchanges;
}

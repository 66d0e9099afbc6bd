/** A step of a random sequence calls the fake server and the model, and compares them. */
import { bodyOf } from '@mock-services/sdk/activity';
import type { ActivityEntry, MockService } from '@mock-services/sdk/contract';
import {
  FakeServerError,
  type FakeServer,
  type FaultHandle,
  type JournalEntry,
  type Seed,
  type Snapshot,
  type WireResponse,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { expect } from 'vitest';
import { failureOf } from './failure.ts';
import type { Limits, Model } from './model.ts';
import { input } from './samples.ts';

export const start = '2026-03-04T05:06:07.089Z';
export const baseUrl = 'https://fake.example/mocks/ü';
export const prefix = '/mocks/%C3%BC';
const titles = ['Café ü', '🚀 Orders', 'a"b\\c'];
export const idOf = (n: number) => `ABCDEF00-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** Two seeds: the first has upper-case ids and text beyond ASCII, the second has no data. */
export function seedOf(n: number) {
  const times = { createdAt: '2026-03-01T01:02:03.4Z', updatedAt: '2026-03-02T01:02:03.456789Z' };
  const services: MockService[] =
    n === 0 ? [1, 2].map((i) => ({ id: idOf(i), ...input({ title: `${titles[i]}` }), ...times })) : [];
  const span = { createdAt: times.createdAt, expiresAt: '2026-03-05T05:06:07.089Z' };
  const log = [8, 9].map((i) => entryOf(idOf(i), times.createdAt, `/${i}?q=%C3%BC`));
  const id = idOf(3);
  const configuration: MockService = { id, ...input({ title: 'Ä' }), ...times };
  const workspaces = n === 0 ? [{ id, name: 'Büro 🏢', ...span, configuration, log }] : [];
  const activity = { [id]: log };
  const seed: Seed = {
    mockServices: services,
    workspaces: workspaces.map((one) => without(one, 'configuration', 'log')),
    ...(n === 0 && { activity, configurations: { [id.toLowerCase()]: configuration } }),
  };
  return { seed, data: { services, workspaces } };
}

function entryOf(id: string, timestamp: string, path: string): ActivityEntry {
  const message = { headers: {}, bodyBase64Encoded: 'w7w=' };
  return {
    id,
    timestamp,
    request: { hostname: 'shop.example', port: 443, method: 'GET', path, ...message },
    response: { statusCode: 200, responseTimeMs: 7, ...message },
    metadata: { scenarioId: id },
  };
}

/** The fake server, with what a test has received from it. */
export interface Real {
  fake: FakeServer;
  readonly open: (limits: Limits) => FakeServer;
  readonly snapshots: Snapshot[];
  pending: NonNullable<WireResponse['fault']>[];
  handles: FaultHandle[];
  previous?: Run | undefined;
}

type Run = (model: Model, real: Real) => void;

export class Step implements fc.Command<Model, Real> {
  readonly #name: string;
  readonly #run: Run | undefined;

  /** @param run - If it is omitted, the previous step is performed again. */
  constructor(name: string, run?: Run) {
    this.#name = name;
    this.#run = run;
  }

  check(): boolean {
    return true;
  }

  run(model: Model, real: Real): void {
    real.previous = this.#run ?? real.previous;
    real.previous?.(model, real);
    compare(model, real);
  }

  toString(): string {
    return this.#name;
  }
}

/** Compares everything that a test can read without a request. */
export function compare(model: Model, real: Real): void {
  expect(stateOf(real)).toEqual(expectedOf(model));
}

function stateOf({ fake, pending, handles }: Real): unknown {
  return {
    now: fake.clock.now(),
    services: fake.mockServices.list(),
    workspaces: fake.workspaces.list().map((workspace) => ({
      ...workspace,
      configuration: fake.workspaces.getConfiguration(workspace.id),
      log: fake.activity.list(workspace.id),
    })),
    faults: fake.faults.list().map(({ id, seen, used }) => ({ id, seen, used })),
    requests: fake.journal.entries().map(received),
    problems: fake.journal.problems().map(({ number }) => number),
    complaints: complaintsOf(fake),
    used: handles.map(({ used }) => used),
    pending: pending.map(({ delayMs, released }) => [delayMs, released.aborted]),
  };
}

/** Returns the subject of each line of the `assertClean` error. */
function complaintsOf({ journal }: FakeServer): string[] {
  const error = failureOf(() => journal.assertClean());
  const [, ...lines] = error instanceof FakeServerError ? error.message.split('\n') : [];
  return lines.map(
    (line) =>
      /requests that .*: \d+|requests before|#\d+|fault \d+|The journal is off/.exec(line)?.[0] ?? line,
  );
}

function expectedOf({ world, journal, pending, complaints, used }: Model): unknown {
  return {
    now: world.now,
    services: world.services,
    workspaces: world.workspaces,
    faults: world.faults.map(({ id, seen, used }) => ({ id, seen, used })),
    requests: journal.requests,
    problems: journal.problems.map(({ number }) => number),
    complaints,
    used,
    pending: pending.map(({ delay, isBroken }) => [delay, isBroken]),
  };
}

function received(entry: JournalEntry) {
  const { number, timestamp: time, operation, params, request, response, fault, problem } = entry;
  const { method, path } = request;
  const body = bodyOf(entry, 'request').text();
  const isProblem = problem !== undefined;
  return {
    number,
    time,
    operation,
    params,
    method,
    path,
    body,
    status: response.statusCode,
    fault,
    isProblem,
  };
}

export function without<Value extends object, Key extends keyof Value>(
  value: Value,
  ...keys: Key[]
): Omit<Value, Key> {
  const copy = { ...value };
  for (const key of keys) delete copy[key];
  return copy;
}
export function same(actual: unknown, expected: unknown): void {
  expect(actual).toEqual(expected);
}

export const pick = fc.nat({ max: 3 });
export const title = fc.constantFrom(...titles);
export const isUpper = fc.boolean();
export const missing = idOf(0xdead);

/** Returns the id of the resource at an index, or an unknown id. Ids are case-insensitive. */
export function idAt(list: readonly { readonly id: string }[], index: number, upper: boolean): string {
  const id = list[index]?.id ?? missing;
  return upper ? id.toUpperCase() : id.toLowerCase();
}

export const step = <Values extends unknown[]>(
  name: string,
  values: { [Key in keyof Values]: fc.Arbitrary<Values[Key]> },
  run: (model: Model, real: Real, ...values: Values) => void,
): fc.Arbitrary<Step> =>
  fc
    .tuple<Values>(...values)
    .map(
      (given) =>
        new Step(`${name}(${JSON.stringify(given).slice(1, -1)})`, (...both) => run(...both, ...given)),
    );
export function clear(model: Model, workspace: Model['world']['workspaces'][number]): void {
  workspace.log = [];
  model.stamp();
}

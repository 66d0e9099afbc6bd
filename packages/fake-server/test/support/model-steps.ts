/** The steps of random sequences. Each step calls the fake server and the model, and compares them. */
import { bodyOf } from '@mock-services/sdk/activity';
import type { ActivityEntry, MockService, OperationId } from '@mock-services/sdk/contract';
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
import {
  bytesOf,
  iso,
  type Limits,
  type Model,
  type ModelFault,
  type ModelRequest,
  type Outcome,
} from './model.ts';
import { input } from './samples.ts';

export const start = '2026-03-04T05:06:07.089Z';
export const baseUrl = 'https://fake.example/mocks/ü';
const prefix = '/mocks/%C3%BC';
const titles = ['Café ü', '🚀 Orders', 'a"b\\c'];
const idOf = (n: number) => `ABCDEF00-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

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

class Step implements fc.Command<Model, Real> {
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

function without<Value extends object, Key extends keyof Value>(
  value: Value,
  ...keys: Key[]
): Omit<Value, Key> {
  const copy = { ...value };
  for (const key of keys) delete copy[key];
  return copy;
}

const problem: Outcome = { status: 404, isProblem: true };
const full: Outcome = { status: 507 };
const unknown: Outcome = { status: 404 };

/** Sends a request to both, and compares the responses. */
function exchange(
  model: Model,
  real: Real,
  [operation, method, path, params, body]: [OperationId | undefined, string, string, object, unknown?],
  perform: () => Outcome,
): WireResponse {
  const text = body === undefined ? '' : JSON.stringify(body);
  const request = { method, path: prefix + path, body: text };
  const response = real.fake.handle({ ...request, headers: { 'Content-Type': 'application/json' } });
  if (response.fault) real.pending.push(response.fault);
  const expected = model.handle({ operation, params, ...request } as ModelRequest, perform);
  expect(response.status).toBe(expected.status);
  if (expected.body !== undefined) expect(JSON.parse(response.body)).toEqual(expected.body);
  return response;
}

function same(actual: unknown, expected: unknown): void {
  expect(actual).toEqual(expected);
}

const pick = fc.nat({ max: 3 });
const title = fc.constantFrom(...titles);
const isUpper = fc.boolean();
const missing = idOf(0xdead);

/** Returns the id of the resource at an index, or an unknown id. Ids are case-insensitive. */
function idAt(list: readonly { readonly id: string }[], index: number, upper: boolean): string {
  const id = list[index]?.id ?? missing;
  return upper ? id.toUpperCase() : id.toLowerCase();
}

const step = <Values extends unknown[]>(
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

const requests = [
  step('POST', [title], (model, real, title) => {
    const taken = model.world.services.length;
    const ids = new Set(model.world.services.map(({ id }) => id.toLowerCase()));
    const response = exchange(
      model,
      real,
      ['createMockService', 'POST', '/configuration/mock-service', {}, input({ title })],
      () => {
        const id = real.fake.mockServices.list()[taken]?.id ?? missing;
        const isAdded = model.fits(() => model.addService(id, input({ title })));
        return isAdded ? { status: 201, body: { id }, isChange: true } : full;
      },
    );
    if (response.status !== 201) return;
    const { id } = JSON.parse(response.body) as { id: string };
    same(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id), true);
    same(ids.has(id), false);
  }),
  step('POST without config', [], (model, real) => {
    const body = { type: 'REST', title: 'ü' };
    exchange(model, real, ['createMockService', 'POST', '/configuration/mock-service', {}, body], () => ({
      status: 422,
      isProblem: true,
    }));
  }),
  step('PUT', [pick, isUpper, title], (model, real, index, upper, title) => {
    const mockServiceId = idAt(model.world.services, index, upper);
    const path = `/configuration/mock-service/${mockServiceId}`;
    const data = input({ title, type: 'SOAP' });
    exchange(model, real, ['updateMockService', 'PUT', path, { mockServiceId }, { data }], () => {
      const service = model.service(mockServiceId);
      if (!service) return unknown;
      const isUpdated = model.fits(() => model.updateService(service, data));
      return isUpdated ? { status: 200, body: { data: service }, isChange: true } : full;
    });
  }),
  step('DELETE', [pick, isUpper], (model, real, index, upper) => {
    const mockServiceId = idAt(model.world.services, index, upper);
    const path = `/configuration/mock-services/${mockServiceId}`;
    exchange(model, real, ['deleteMockService', 'DELETE', path, { mockServiceId }], () =>
      model.deleteService(mockServiceId) ? { status: 200, isChange: true } : unknown,
    );
  }),
  step('GET', [pick, isUpper], (model, real, index, upper) => {
    const mockServiceId = idAt(model.world.services, index, upper);
    const path = `/configuration/mock-service/${mockServiceId}`;
    exchange(model, real, ['getMockService', 'GET', path, { mockServiceId }], () => {
      const service = model.service(mockServiceId);
      return service ? { status: 200, body: { data: service } } : unknown;
    });
  }),
  step('GET list', [], (model, real) => {
    exchange(model, real, ['listMockServices', 'GET', '/configuration/mock-services', {}], () => ({
      status: 200,
      body: { data: model.world.services.map((one) => without(one, 'config')) },
    }));
  }),
  step('GET workspaces', [], (model, real) => {
    exchange(model, real, ['listWorkspaces', 'GET', '/configuration/workspaces', {}], () => {
      const listed = model.world.workspaces.filter((workspace) => !model.isExpired(workspace));
      return { status: 200, body: { data: listed.map((one) => without(one, 'configuration', 'log')) } };
    });
  }),
  step('GET configuration', [pick, isUpper], (model, real, index, upper) => {
    const workspaceId = idAt(model.world.workspaces, index, upper);
    const path = `/configuration/workspace/${workspaceId}`;
    exchange(model, real, ['getWorkspaceConfiguration', 'GET', path, { workspaceId }], () => {
      const outcome = workspaceStatus(model, workspaceId);
      const data = model.workspace(workspaceId)?.configuration;
      return outcome.status === 200 ? { ...outcome, body: { data } } : outcome;
    });
  }),
  step('GET activity', [pick, isUpper], (model, real, index, upper) => {
    const workspaceId = idAt(model.world.workspaces, index, upper);
    const path = `/workspace/${workspaceId}/activity`;
    const response = exchange(model, real, ['listActivity', 'GET', path, { workspaceId }], () =>
      workspaceStatus(model, workspaceId),
    );
    if (response.status !== 200) return;
    const { data } = JSON.parse(response.body) as { data: ActivityEntry[] };
    same(data, model.workspace(workspaceId)?.log);
  }),
  step('DELETE activity', [pick, isUpper], (model, real, index, upper) => {
    const workspaceId = idAt(model.world.workspaces, index, upper);
    const path = `/workspace/${workspaceId}/activity`;
    exchange(model, real, ['clearActivity', 'DELETE', path, { workspaceId }], () => {
      const outcome = workspaceStatus(model, workspaceId);
      const workspace = model.workspace(workspaceId);
      if (!workspace || outcome.status !== 200) return outcome;
      clear(model, workspace);
      return { ...outcome, isChange: true };
    });
  }),
  step('GET an unknown path', [fc.constantFrom('/nothing?q=%C3%BC', '/')], (model, real, path) => {
    exchange(model, real, [undefined, 'GET', path, {}], () => problem);
  }),
];

function workspaceStatus(model: Model, workspaceId: string): Outcome {
  const workspace = model.workspace(workspaceId);
  if (!workspace) return unknown;
  return { status: model.settings.onExpiry === 'gone' && model.isExpired(workspace) ? 410 : 200 };
}

function clear(model: Model, workspace: Model['world']['workspaces'][number]): void {
  workspace.log = [];
  model.stamp();
}

/** Calls a fixture function that must refuse its argument, for example because an id is taken. */
function refused(act: () => unknown): void {
  expect(failureOf(act)).toBeInstanceOf(FakeServerError);
}

/** Makes a change in both, or expects the fake server to refuse it because the data would exceed its limit. */
function write(model: Model, change: () => void, act: () => void): void {
  if (!model.fits(change)) return refused(act);
  act();
  model.save();
}

const emptyConfig = {
  cors: { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] },
  defaultResponseHeaders: {},
  upstreams: [],
};

/** Changes of a workspace's configuration. */
const configured = fc.constantFrom(undefined, {}, { title: 'Ö' });

const fixtures = [
  step('mockServices.add', [fc.nat({ max: 6 }), isUpper, title], (model, { fake }, n, upper, title) => {
    const id = upper ? idOf(n) : idOf(n).toLowerCase();
    const add = () => fake.mockServices.add({ id, title });
    if (model.service(id)) return refused(add);
    write(model, () => model.addService(id, { type: 'REST', title, config: emptyConfig }), add);
  }),
  step(
    'mockServices.update',
    [pick, isUpper, title, fc.constantFrom({}, { updatedAt: '2026-02-03T04:05:06.7Z' })],
    (model, { fake }, index, upper, title, times) => {
      const id = idAt(model.world.services, index, upper);
      const service = model.service(id);
      const update = () => fake.mockServices.update(id, { title, ...times });
      if (!service) return refused(update);
      write(
        model,
        () => Object.assign(model.updateService(service, { title }), times),
        () => same(update(), service),
      );
    },
  ),
  step('mockServices.delete', [pick, isUpper], (model, { fake }, index, upper) => {
    const id = idAt(model.world.services, index, upper);
    const existed = model.deleteService(id);
    same(fake.mockServices.delete(id), existed);
    if (existed) model.save();
  }),
  step(
    'workspaces.add',
    [fc.nat({ max: 6 }), isUpper, fc.constantFrom(undefined, 1, 90_000_001), configured],
    (model, { fake }, n, upper, ms, configuration) => {
      const id = upper ? idOf(n) : idOf(n).toLowerCase();
      const draft = { id, name: 'Grün 🌱', ...(ms && { expiresAt: iso(model.world.now + ms) }) };
      const add = () => fake.workspaces.add({ ...draft, configuration });
      if (model.workspace(id)) return refused(add);
      const createdAt = iso(model.world.now);
      const { name, expiresAt = iso(Date.parse(createdAt) + 7 * 86_400_000) } = draft;
      const defaults = {
        id,
        type: 'REST',
        title: name,
        config: emptyConfig,
        createdAt,
        updatedAt: createdAt,
      };
      const workspace = { ...draft, createdAt, expiresAt, log: [] };
      const change = () => {
        model.stamp();
        model.world.workspaces.push({ ...workspace, configuration: { ...defaults, ...configuration } });
      };
      write(model, change, add);
    },
  ),
  step(
    'workspaces.update',
    [pick, isUpper, title, fc.constantFrom(undefined, 1, 90_000_001), configured],
    (model, { fake }, index, upper, name, ms, configuration) => {
      const id = idAt(model.world.workspaces, index, upper);
      const workspace = model.workspace(id);
      const earliest = Math.max(model.world.now, Date.parse(workspace?.createdAt ?? start));
      const changes = { name, ...(ms && { expiresAt: iso(earliest + ms) }) };
      const update = () => fake.workspaces.update(id, { ...changes, configuration });
      if (!workspace) return refused(update);
      const change = () => {
        const updatedAt = model.stamp();
        Object.assign(workspace, changes);
        if (configuration) Object.assign(workspace.configuration, { updatedAt }, configuration);
      };
      write(model, change, update);
    },
  ),
  step('workspaces.delete', [pick, isUpper], (model, { fake }, index, upper) => {
    const id = idAt(model.world.workspaces, index, upper);
    const existed = model.deleteWorkspace(id);
    same(fake.workspaces.delete(id), existed);
    if (existed) model.save();
  }),
  step('activity.record', [pick, isUpper, fc.nat({ max: 9 })], (model, { fake }, index, upper, n) => {
    const workspaceId = idAt(model.world.workspaces, index, upper);
    const workspace = model.workspace(workspaceId);
    const id = upper ? idOf(n) : idOf(n).toLowerCase();
    const url = `https://shop.example/ü/${n}`;
    const scenario = { metadata: { scenarioId: missing } };
    const record = () => fake.activity.record(workspaceId, { id, request: { url, body: '🚀' }, ...scenario });
    if (!workspace || workspace.log.some((entry) => entry.id.toLowerCase() === id.toLowerCase()))
      return refused(record);
    write(model, () => model.record(workspace, { ...recorded(id, `/%C3%BC/${n}`), ...scenario }), record);
  }),
  step('activity.clear', [pick, isUpper], (model, { fake }, index, upper) => {
    const id = idAt(model.world.workspaces, index, upper);
    const workspace = model.workspace(id);
    if (!workspace) return refused(() => fake.activity.clear(id));
    fake.activity.clear(id);
    clear(model, workspace);
    model.save();
  }),
  step('activity.delete', [pick, pick, isUpper], (model, { fake }, index, at, upper) => {
    const workspace = model.world.workspaces[index];
    if (!workspace) return refused(() => fake.activity.delete(missing, missing));
    const id = idAt(workspace.log, at, upper);
    const rest = workspace.log.filter((entry) => entry.id.toLowerCase() !== id.toLowerCase());
    const existed = rest.length < workspace.log.length;
    same(fake.activity.delete(idAt([workspace], 0, !upper), id), existed);
    workspace.log = rest;
    if (existed) model.stamp();
    if (existed) model.save();
  }),
];

/** What the fake server records for a request with the body 🚀. */
function recorded(id: string, path: string) {
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  const request = { hostname: 'shop.example', port: 443, path, method: 'POST', headers };
  const response = { statusCode: 200, headers: {}, bodyBase64Encoded: '', responseTimeMs: 0 };
  return { id, request: { ...request, bodyBase64Encoded: '8J+agA==' }, response };
}

const controls = [
  step('clock.advance', [fc.constantFrom(1, 59_999, 3_600_000, 90_000_001)], (model, { fake }, ms) => {
    fake.clock.advance(ms);
    model.world.now += ms;
    model.save();
  }),
  step(
    'clock.set',
    [fc.constantFrom('2026-03-04T05:06:07.001Z', '2026-03-05T05:06:07.088Z')],
    (model, { fake }, time) => {
      fake.clock.set(time);
      const isChange = model.world.now !== Date.parse(time);
      model.world.now = Date.parse(time);
      if (isChange) model.save();
    },
  ),
  step('reset', [], (model, { fake }) => {
    fake.reset();
    model.replace(model.initial);
  }),
  step('seed', [fc.nat({ max: 1 })], (model, { fake }, n) => {
    fake.seed(seedOf(n).seed);
    model.seed(seedOf(n).data);
  }),
  step('snapshot', [], (model, { fake, snapshots }) => {
    snapshots.push(fake.snapshot());
    model.snapshots.push(structuredClone(model.world));
  }),
  step('restore', [pick], (model, { fake, snapshots }, n) => {
    const world = model.snapshots[n];
    if (!world) return;
    const restore = () => fake.restore(structuredClone(snapshots[n]) as Snapshot);
    if (bytesOf(world) > model.settings.maxWorldBytes) return refused(restore);
    restore();
    model.replace(world);
  }),
];

const seedBytes = bytesOf(seedOf(0).data);

export const anyLimits: fc.Arbitrary<Limits> = fc.record({
  // The seed must fit. A mock service or a workspace has about 700 bytes.
  maxWorldBytes: fc.constantFrom(Infinity, Infinity, seedBytes, seedBytes + 20, seedBytes + 1500),
  maxActivityEntries: fc.constantFrom(1, 3),
  maxRequests: fc.constantFrom(0, 2, 8, 8),
});

const reopen = step('open the storage again', [anyLimits], (model, real, limits) => {
  real.fake = real.open(limits);
  real.pending = [];
  real.handles = [];
  model.reopen(limits);
});

/** Two equal steps in a row show what a step leaves behind. */
const again = fc.constant(new Step('the same again'));

const faultOf: fc.Arbitrary<ModelFault> = fc.record(
  {
    operation: fc.constantFrom<OperationId>(
      'listMockServices',
      'listMockServices',
      'getMockService',
      'createMockService',
      'deleteMockService',
      'listActivity',
    ),
    status: fc.constantFrom(202, 404, 503),
    takesEffect: fc.boolean(),
    delay: fc.constantFrom(1500, 90_000),
    after: fc.nat({ max: 2 }),
    times: fc.integer({ min: 1, max: 2 }),
  },
  { requiredKeys: ['operation', 'delay'] },
);

const addFault = step(
  'faults.add',
  [faultOf, fc.option(pick), isUpper],
  (model, { fake, handles }, fault, index, upper) => {
    const of = index === null ? undefined : idAt(model.world.services, index, upper);
    const { operation } = fault;
    const isOne = of !== undefined && (operation === 'getMockService' || operation === 'deleteMockService');
    const handle = fake.faults.add({ ...fault, ...(isOne && { match: { params: { mockServiceId: of } } }) });
    handles.push(handle);
    same(handle.id, model.addFault({ ...fault, ...(isOne && { of }) }));
    model.save();
  },
);

const faults = [
  step('faults.remove', [pick], (model, { fake }, index) => {
    const id = model.world.faults[index]?.id ?? 99;
    const existed = model.deleteFaults((fault) => fault.id === id);
    same(fake.faults.remove(id), existed);
    if (existed) model.save();
  }),
  step('faults.remove an operation', [faultOf], (model, { fake }, { operation }) => {
    const existed = model.deleteFaults((fault) => fault.operation === operation);
    same(fake.faults.remove(operation), existed);
    if (existed) model.save();
  }),
  step('fault.remove', [pick], (model, { handles }, index) => {
    const existed = model.deleteFaults(({ id }) => id === model.handles[index]);
    same(handles[index]?.remove() ?? false, existed);
    if (existed) model.save();
  }),
  step('faults.clear', [], (model, { fake }) => {
    fake.faults.clear();
    model.deleteFaults(() => true);
    model.save();
  }),
];

const journal = [
  step('journal.clear', [], (model, { fake }) => {
    fake.journal.clear();
    model.clearJournal();
  }),
  step(
    'journal.find',
    [fc.constantFrom<OperationId>('createMockService', 'deleteMockService'), title],
    (model, { fake }, operation, title) => {
      const numbers = (entries: readonly { readonly number: number }[]) =>
        entries.map(({ number }) => number);
      const { requests } = model.journal;
      same(
        numbers(fake.journal.find({ operation })),
        numbers(requests.filter((request) => request.operation === operation)),
      );
      same(
        numbers(fake.journal.find({ method: 'POST', body: { title } })),
        numbers(
          requests.filter(({ method, body }) => method === 'POST' && body.includes(JSON.stringify(title))),
        ),
      );
    },
  ),
];

/** Steps that occur more often than others, because the effect of others depends on them. */
const often = [...requests, addFault, addFault, reopen, again, again, again];

export const steps = fc.commands([...often, ...often, ...fixtures, ...controls, ...faults, ...journal], {
  maxCommands: 60,
  size: 'max',
});

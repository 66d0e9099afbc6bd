/** The steps that control a fake server, and the random sequences of all steps. */
import type { OperationId } from '@mock-services/sdk/contract';
import type { Snapshot } from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { bytesOf, type Limits, type ModelFault } from './model.ts';
import { fixtures, refused } from './model-fixtures.ts';
import { requests } from './model-requests.ts';
import { seedOf, Step, same, pick, title, isUpper, idAt, step } from './model-step.ts';

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

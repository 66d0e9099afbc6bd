/** Faults and the journal, by their number. */
import type { FakeServer, FaultOptions, WireRequest } from '@mock-services/fake-server/core';
import { constant, linear, type Probe } from '../../../../tools/bench/growth.ts';
import { emptyFake, paths, thrown } from './world.ts';

const fault: FaultOptions = { operation: 'listWorkspaces', status: 503 };
const get: WireRequest = { method: 'GET', path: paths.mockServices };
const getWorkspaces = { method: 'GET', path: paths.workspaces };
const wrong = { method: 'GET', path: '/nowhere' };

function withFaults(size: number, options: FaultOptions = fault): FakeServer {
  const fake = emptyFake({ journal: false });
  for (let n = 0; n < size; n += 1) fake.faults.add(options);
  return fake;
}

/** What is done with so many faults. */
function ofFaults(
  name: string,
  n: number,
  act: (fake: FakeServer) => unknown,
  options?: FaultOptions,
): Probe {
  return linear(name, n, (size) => {
    const fake = withFaults(size, options);
    return () => act(fake);
  });
}

/** All faults of a longer test. */
function run(
  name: string,
  n: number,
  act: (fake: FakeServer, size: number) => unknown,
  options = fault,
): Probe {
  return linear(name, n, (size) => {
    const fake = withFaults(0);
    return () => {
      fake.reset();
      for (let n = 0; n < size; n += 1) fake.faults.add(options);
      act(fake, size);
    };
  });
}

export const faultProbes: readonly Probe[] = [
  run('faults.add, many', 500, () => {}),
  run('faults.remove by id, all', 500, ({ faults }, size) => {
    for (let id = size; id > 0; id -= 1) faults.remove(id);
  }),
  run('faults.remove by id, oldest first', 500, ({ faults }, size) => {
    for (let id = 1; id <= size; id += 1) faults.remove(id);
  }),
  run('faults.remove by operation', 500, ({ faults }) => faults.remove('listWorkspaces')),
  run('faults.clear', 500, ({ faults }) => faults.clear()),
  run(
    'faults that strike once each',
    300,
    (fake, size) => {
      for (let n = 0; n < size; n += 1) fake.handle(getWorkspaces);
    },
    { ...fault, times: 1 },
  ),
  constant('faults.add and remove, among others', 1000, (size) => {
    const { faults } = withFaults(size);
    let id = size;
    return () => {
      faults.add(fault);
      faults.remove((id += 1));
    };
  }),
  ofFaults('faults.list', 500, ({ faults }) => faults.list()),
  ofFaults('handle: faults whose `when` is false', 1000, (fake) => fake.handle(getWorkspaces), {
    ...fault,
    when: () => false,
  }),
  constant('handle: faults for other operations', 1000, (size) => {
    const fake = withFaults(size);
    return () => fake.handle(get);
  }),
  constant('handle: a fault that strikes, before others', 1000, (size) => {
    const fake = withFaults(size);
    return () => fake.handle(getWorkspaces);
  }),
  constant('handle: faults that are used up', 1000, (size) => {
    const fake = withFaults(size, { ...fault, times: 1 });
    for (let n = 0; n < size; n += 1) fake.handle(getWorkspaces);
    return () => fake.handle(getWorkspaces);
  }),
  ofFaults('snapshot of faults', 500, (fake) => fake.snapshot()),
  ofFaults('snapshot of faults with the same `when`', 500, (fake) => fake.snapshot(), {
    ...fault,
    when: () => false,
  }),
  linear('snapshot of faults with a `when` of their own', 300, (size) => {
    const fake = emptyFake();
    for (let n = 0; n < size; n += 1) fake.faults.add({ ...fault, when: ({ path }) => path === String(n) });
    return () => fake.snapshot();
  }),
  linear('snapshot, many with new `when` functions', 100, (size) => {
    const fake = emptyFake();
    return () => {
      for (let n = 0; n < size; n += 1) {
        fake.reset();
        fake.faults.add({ ...fault, when: ({ path }) => path === String(n) });
        fake.snapshot();
      }
    };
  }),
  linear('restore of faults', 300, (size) => {
    const fake = withFaults(size);
    const snapshot = fake.snapshot();
    return () => fake.restore(snapshot);
  }),
  ofFaults(
    'journal.assertClean of faults that did not strike',
    500,
    ({ journal }) => thrown(() => journal.assertClean()),
    {
      ...fault,
      times: 1,
    },
  ),
  // Its floor is `Object.keys`, which grows 13- to 14-fold here: V8 sorts the names of an object that has so many.
  linear('FaultError of a body of many fields', 2000, (size) => {
    const { faults } = withFaults(0);
    const body = Object.fromEntries(Array.from({ length: size }, (_, n) => [`f${n}`, n]));
    return () => thrown(() => faults.add({ ...fault, status: 7, body }));
  }),
];

function received(size: number, request = get): FakeServer {
  const fake = emptyFake({ journal: { maxEntries: size, maxBytes: Number.MAX_SAFE_INTEGER } });
  for (let n = 0; n < size; n += 1) fake.handle({ ...request, path: `${request.path}?n=${n}` });
  return fake;
}

function ofJournal(name: string, n: number, act: (fake: FakeServer) => unknown, request = get): Probe {
  return linear(name, n, (size) => {
    const fake = received(size, request);
    return () => act(fake);
  });
}

export const journalProbes: readonly Probe[] = [
  ofJournal('journal.entries', 500, ({ journal }) => journal.entries),
  ofJournal('journal.problems', 300, ({ journal }) => journal.problems, wrong),
  ofJournal('journal.find', 500, ({ journal }) => journal.find({ path: /n=1$/, headers: {} })),
  ofJournal('journal.explain', 500, ({ journal }) => journal.explain({ method: 'PUT' })),
  ofJournal(
    'journal.assertClean of problems',
    300,
    ({ journal }) => thrown(() => journal.assertClean()),
    wrong,
  ),
  ofJournal('snapshot of a journal', 300, (fake) => fake.snapshot()),
  linear('restore of a journal', 200, (size) => {
    const fake = received(size);
    const snapshot = fake.snapshot();
    return () => fake.restore(snapshot);
  }),
  constant('journal: one more request', 2000, (size) => {
    const fake = received(size);
    return () => fake.handle(get);
  }),
  constant('journal: one more problem', 2000, (size) => {
    const fake = received(size, wrong);
    return () => fake.handle(wrong);
  }),
  constant('journal.clear', 1000, (size) => {
    const fake = received(size);
    const snapshot = fake.snapshot();
    fake.restore(snapshot);
    return () => {
      fake.journal.clear();
      fake.handle(get);
    };
  }),
];

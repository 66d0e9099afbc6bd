/** Prints the bytes that a fake holds after it was filled, after its reset, and after it is gone. Nothing warms up before. */
import type { FakeServer, FakeServerOptions } from '@mock-services/fake-server/core';
import { setImmediate } from 'node:timers/promises';
import { heapUsed } from '../../../../tools/bench/measure.ts';
import { paths, workspaceId, worldOf } from '../growth/world.ts';

const many = Number(process.argv[3]);
/** Takes its own memory each time, unlike a constant. */
const textOf = (n: number) => String(n).padStart(1000, 'x').split('').join('');

const options: FakeServerOptions = {
  maxActivityEntries: Number.POSITIVE_INFINITY,
  journal: { maxEntries: many, maxBytes: Number.MAX_SAFE_INTEGER },
  latency: process.argv[2] === 'delayed requests' ? '1h' : 0,
};

/** What each store is filled with; about a kilobyte each. */
const fills: Readonly<Record<string, (fake: FakeServer, n: number) => unknown>> = {
  log: ({ activity }, n) => activity.record(workspaceId, { response: { body: textOf(n) } }),
  'mock services': ({ mockServices }, n) => mockServices.add({ title: textOf(n) }),
  workspaces: ({ workspaces }, n) => workspaces.add({ name: textOf(n) }),
  lists: ({ mockServices, handle }, n) => {
    mockServices.add({ title: textOf(n) });
    if (n % 1000 === 0) handle({ method: 'GET', path: paths.mockServices });
  },
  journal: ({ handle }, n) => handle({ method: 'POST', path: paths.create, headers: {}, body: textOf(n) }),
  faults: ({ faults }, n) => faults.add({ operation: 'listActivity', body: textOf(n) }),
  'functions in snapshots': ({ faults, snapshot }, n) => {
    const text = textOf(n);
    faults.add({ operation: 'listActivity', status: 500, when: ({ path }) => path === text });
    if (n === many - 1) snapshot();
  },
  restored: ({ restore }, n) => n === 0 && restore(worldOf(many).fake.snapshot()),
  'delayed requests': ({ fetch, baseUrl }, n) => {
    // It fails when the fake is reset.
    fetch(`${baseUrl}${paths.mockServices}?${textOf(n)}`).catch(() => {});
  },
};

const fill = fills[process.argv[2] ?? ''];
if (fill === undefined) throw new Error('which store?');

/** Only this holds the fake. */
async function life(): Promise<{ readonly filled: number; readonly reset: number }> {
  const { fake } = worldOf(1, options);
  for (let n = 0; n < many; n += 1) fill?.(fake, n);
  const filled = await held();
  fake.reset();
  // The functions of the latest snapshot stay, so that it can be restored.
  fake.snapshot();
  return { filled, reset: await held() };
}

/** Bytes since the start, once all that was due has run. */
async function held(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
  return heapUsed() - before;
}

const before = heapUsed();
const { filled, reset } = await life();
process.stdout.write(JSON.stringify({ filled, reset, gone: await held() }));

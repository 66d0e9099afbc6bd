/** This module measures how much longer a function takes if its input is eight times as large. */
import { createFakeServer } from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { findActivity, parseActivity, redact } from '@mock-services/sdk/activity';
import { medianOf, processorTime, race, ratioOf, type Effort } from './measure.ts';
import { activityEntries, input, json, mockServices, paths } from './samples.ts';
import { number, rowsToTable, type Guard, type Result } from './tables.ts';

/**
 * A function to measure. The tuple contains the name of the function, the smaller size of its input, and a function
 * that prepares the measurement. The preparation is not measured.
 */
type Growing = readonly [name: string, n: number, prepare: (size: number) => () => unknown];

/**
 * Maximum growth factor of a function. The growth factor is 8 for linear time and 64 for quadratic time. The maximum
 * growth factor is greater than the factor for linear time, because measured times vary.
 */
const most = 20;

const [entry] = activityEntries(1);
if (entry === undefined) throw new Error('The sample data has no activity entry.');
const { request } = entry;

const growing: readonly Growing[] = [
  [
    '`parseActivity` of one entry with a body of n characters, in chunks of 100 bytes',
    50_000,
    (size) => {
      const long = { ...entry, request: { ...request, bodyBase64Encoded: btoa('x'.repeat(size)) } };
      const text = JSON.stringify({ data: [long] });
      return async () => {
        for await (const _ of parseActivity(chunksOf(text, 100)));
      };
    },
  ],
  [
    '`redact` of an entry with a header of n words',
    10_000,
    (size) => {
      const headers = { 'x-note': 'one Two '.repeat(size) };
      return () => redact([{ ...entry, request: { ...request, headers } }]);
    },
  ],
  [
    '`findActivity` with 20 wildcards in a path of n characters',
    1000,
    (size) => {
      const entries = [{ ...entry, request: { ...request, path: `/${'ab'.repeat(size / 2)}` } }];
      return () => findActivity(entries, { path: `/**${'*b*'.repeat(20)}c` });
    },
  ],
  [
    '`ValidationError` of a response with n invalid values',
    2000,
    (size) => {
      const text = JSON.stringify({ data: Array.from({ length: size }, () => 7) });
      const client = createClient({
        baseUrl: 'https://mocks.example',
        fetch: () => Promise.resolve(new Response(text, { headers: json })),
      });
      return () => client.mockServices.list().catch(String);
    },
  ],
  [
    'n mock services created and deleted by requests',
    200,
    (size) => {
      const fake = createFakeServer({ seed: {} });
      return () => {
        for (let n = 0; n < size; n += 1) fake.handle(create);
        for (const { id } of fake.mockServices.list()) fake.mockServices.delete(id);
        fake.reset();
      };
    },
  ],
  [
    'n faults that apply once each',
    300,
    (size) => {
      const fake = createFakeServer({ seed: {} });
      return () => {
        for (let n = 0; n < size; n += 1) {
          fake.faults.add({ operation: 'createMockService', status: 503, times: 1 });
        }
        for (let n = 0; n < size; n += 1) fake.handle(create);
        fake.reset();
      };
    },
  ],
  [
    '`restore` of a snapshot with n mock services and n requests in the journal',
    200,
    (size) => {
      const fake = createFakeServer({
        seed: { mockServices: mockServices(size) },
        journal: { maxEntries: size },
      });
      for (let n = 0; n < size; n += 1) fake.handle(create);
      const snapshot = fake.snapshot();
      return () => fake.restore(snapshot);
    },
  ],
];

export async function measureGrowth(effort: Effort): Promise<Result> {
  const rows = [['function', 'n', 'at n', 'at 8 n', 'growth', 'limit']];
  const guards: Guard[] = [];
  for (const [name, n, prepare] of growing) {
    effort.say(name);
    const samples = await race(
      { small: { run: prepare(n) }, large: { run: prepare(n * 8) } },
      effort,
      processorTime,
    );
    const growth = ratioOf(samples, 'large', 'small');
    guards.push({ what: name, measured: growth, most, unit: 'times' });
    const [small, large] = [medianOf(samples, 'small'), medianOf(samples, 'large')];
    rows.push([name, number(n), `${number(small)} ms`, `${number(large)} ms`, number(growth), number(most)]);
  }
  return { tables: { growth: rowsToTable(rows) }, guards };
}

const create = { method: 'POST', path: paths.create, headers: json, body: JSON.stringify(input) };

function chunksOf(text: string, chunkSize: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let start = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (start >= bytes.length) controller.close();
      else controller.enqueue(bytes.subarray(start, (start += chunkSize)));
    },
  });
}

/** Measures how much longer a function takes if its input is eight times as large. */
import { createFakeServer } from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { parseActivity, redact } from '@mock-services/sdk/activity';
import { race, type Guard } from './measure.ts';
import { activityEntries, json, mockServices, requests } from './samples.ts';

/** `n` is the smaller size of the input. The time for `prepare` is not measured. */
type Growing = readonly [name: string, n: number, prepare: (size: number) => () => unknown];

/** The factor is 8 for linear and 64 for quadratic time. The limit leaves room for variation. */
const atMost = 20;

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
    '`redact` of texts of n characters that begin like credentials again and again',
    5_000,
    (size) => {
      const units = ['a', '=', '?a=', '&token', 'token=";', '"a":"', '"token":"x', 'eyJ-', '.eyJaaaaaaaaa.'];
      const more = ['Bearer ', '://a@', '%41', '{"a":', '\\"', '--x-1\r\n\r\n'];
      const entries = [...units, ...more].map((unit) => {
        const text = unit.repeat(size / unit.length);
        const headers = { 'x-note': text, 'content-type': 'multipart/form-data; boundary=x-1' };
        return { ...entry, request: { ...request, path: text, headers, bodyBase64Encoded: btoa(text) } };
      });
      return () => redact(entries);
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
        for (let n = 0; n < size; n += 1) fake.handle(requests.create);
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
        for (let n = 0; n < size; n += 1) fake.handle(requests.create);
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
      for (let n = 0; n < size; n += 1) fake.handle(requests.create);
      const snapshot = fake.snapshot();
      return () => fake.restore(snapshot);
    },
  ],
];

export async function measureGrowth(): Promise<Guard[]> {
  const guards: Guard[] = [];
  for (const [name, n, prepare] of growing) {
    const ratio = await race({ small: { run: prepare(n) }, large: { run: prepare(n * 8) } });
    guards.push({
      what: `${name}: time at ${n * 8} relative to ${n}`,
      measured: ratio('large', 'small'),
      atMost,
    });
  }
  return guards;
}

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

/** `fake.handle`: never throws, responds with what HTTP allows, and changes nothing unless it responds with 2xx. */
import {
  createFakeServer,
  type FakeServer,
  type FakeServerOptions,
  type WireRequest,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { textNear } from '../mutation.ts';
import { checkServes, fail, type Target } from '../target.ts';
import { anInput, paths, world } from '../samples.ts';

interface Input {
  /** Which of the fakes. */
  readonly fake: number;
  readonly requests: readonly WireRequest[];
}

const options: readonly FakeServerOptions[] = [
  {},
  { grease: 7 },
  { baseUrl: 'http://localhost/api/v1', requiredToken: 'hunter2' },
  { maxActivityEntries: 1, journal: { maxEntries: 2 } },
];

const fakes = options.map((each) => createFakeServer({ seed: world, ...each }));

const path = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...paths) },
  { weight: 1, arbitrary: fc.constantFrom(...paths).map((each) => `/api/v1${each}`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...paths), fc.string({ unit: 'binary' }))
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const request: fc.Arbitrary<WireRequest> = fc.record({
  method: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS') },
    fc.string(),
  ),
  path,
  headers: fc.oneof(
    fc.constantFrom(
      { 'content-type': 'application/json' },
      { 'Content-Type': 'application/json; charset=utf-8' },
    ),
    fc.constant({ 'content-type': 'application/json', authorization: 'Bearer hunter2' }),
    fc.dictionary(fc.string(), fc.string({ unit: 'binary' })),
  ),
  body: fc.oneof(
    { weight: 4, arbitrary: textNear(anInput, { data: anInput }) },
    fc.string({ unit: 'binary' }),
  ),
});

export const handle: Target<Input> = {
  inputs: fc.record({
    fake: fc.nat(fakes.length - 1),
    requests: fc.array(request, { minLength: 1, maxLength: 5 }),
  }),
  check: ({ fake: which, requests }) => {
    const fake = fakes[which] ?? fail('no such fake');
    fake.reset();
    for (const each of requests) checkOne(fake, each);
    fake.reset();
    checkServes(fake, { authorization: 'Bearer hunter2' });
  },
};

function checkOne(fake: FakeServer, request: WireRequest): void {
  const before = stateOf(fake);
  const { status, headers, body } = fake.handle(request);
  const response = new Response(status === 204 || body === '' ? null : body, { status, headers });
  if ((response.headers.get('content-type') ?? '').includes('json') && body !== '') JSON.parse(body);
  if (status >= 200 && status < 300) return;
  if (status < 400) fail(`a response with status ${status}`);
  if (stateOf(fake) !== before) fail(`the world changed with a response of status ${status}`);
}

function stateOf(fake: FakeServer): string {
  const { clock, ids, data, faults } = fake.snapshot();
  return JSON.stringify({ clock, ids, data, faults });
}

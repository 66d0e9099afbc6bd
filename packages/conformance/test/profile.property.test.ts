/**
 * Checks that a fake server with the profile of another fake server behaves like the other fake server. The test
 * compares even the names of added fields, because both fake servers generate these names from the same
 * `randomSeed`.
 */
import { type ObservablePoint, type ObservedProfile, runConformance } from '@mock-services/conformance';
import {
  createFakeServer,
  type FakeServerOptions,
  profileOptions,
  type Seed,
} from '@mock-services/fake-server/core';
import { openPoints } from '@mock-services/sdk/contract';
import fc, { type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { activityEntry, idOf, mockService, runAll, workspace } from './support.ts';
import { recently } from './mutants/mutant.ts';
import { runs } from '../../../tools/lib/near.ts';

const hour = 3_600_000;
const timeAt = (hours: number) => new Date(recently + hours * hour + 120).toISOString();
const numbers = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);

/**
 * A seed whose lists are long enough to show whether they are sorted from oldest to newest. One workspace has
 * expired.
 */
const seed: Seed = {
  mockServices: numbers(10, 5).map((n) => {
    const createdAt = timeAt(n - 100);
    return mockService(n, { createdAt, updatedAt: createdAt });
  }),
  workspaces: numbers(20, 5).map((n) =>
    workspace(n, { createdAt: timeAt(n - 100), expiresAt: timeAt(n === 20 ? -1 : n) }),
  ),
  activity: {
    [idOf(21)]: numbers(30, 6).map((n) => ({ ...activityEntry(n), timestamp: timeAt(n - 100) })),
    [idOf(22)]: [activityEntry(40)],
  },
};

const requiredToken = 'conformance';
const headers = { authorization: `Bearer ${requiredToken}` };

async function profileOf(options: FakeServerOptions): Promise<ObservedProfile> {
  const { baseUrl, fetch } = createFakeServer({ clock: recently, ...options });
  const permissions = { allowWrites: true, allowClear: idOf(21) };
  return (await runConformance({ baseUrl, fetch, headers, ...permissions })).profile;
}

const bodies = fc.constantFrom('empty', 'object', 'text', 'json');
const stored = fc.constantFrom('stored', 'added');
/** The statuses 401, 403 and 429 are not evidence. */
const status = fc.integer({ min: 400, max: 599 }).filter((code) => ![401, 403, 429].includes(code));

/** All behavior options except grease, because grease chooses new options for each response. */
const behaviorOptions = fc.record(
  {
    onExpiry: fc.constantFrom('keep', 'hide', 'gone'),
    updatedAt: fc.constantFrom('changes', 'stays'),
    repeatedDelete: fc.constantFrom('refused', 'accepted'),
    listOrder: fc.constantFrom('insertion', 'reversed', 'shuffled'),
    deleteBody: bodies,
    clearActivityBody: bodies,
    errorBody: fc.constantFrom('problem', 'message', 'nested', 'text', 'html', 'empty'),
    identifierCase: fc.constantFrom('stored', 'upper', 'mixed'),
    timestampFraction: fc.constantFrom('stored', 'trimmed', 'microseconds', 'nanoseconds'),
    unknownFields: stored,
    metadataFields: stored,
    headerValueTypes: stored,
    contentType: fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'application/vnd.api+json',
      'text/plain; charset=utf-8',
    ),
    errorStatuses: fc.record({ 400: status, 401: status, 404: status, 422: status }, { requiredKeys: [] }),
    requiredToken: fc.constant(requiredToken),
  },
  { requiredKeys: [] },
) satisfies Arbitrary<FakeServerOptions>;

/**
 * Open points that a profile describes incompletely, because it contains neither the names of added fields nor the
 * token.
 */
const partly = new Set(['unknown-fields', 'metadata-fields', 'pagination', 'authentication']);

test('a fake server with the profile of another fake server produces the same profile', async () => {
  await fc.assert(
    fc.asyncProperty(behaviorOptions, async (options) => {
      const { onExpiry = 'keep', requiredToken } = options;
      // A run cannot observe that expired workspaces are hidden.
      const workspaces = onExpiry === 'keep' ? seed.workspaces : seed.workspaces?.slice(1);
      const profile = await profileOf({ ...options, seed: { ...seed, workspaces } });
      const again = await profileOf({ profile, requiredToken, seed: { ...seed, workspaces } });
      // Points without evidence are missing from the first profile, so the second profile may have more.
      expect(again).toMatchObject(profile);
      const unsupported = profileOptions(profile).unsupported.map(({ point }) => point);
      expect(unsupported.filter((point) => !partly.has(point))).toEqual([]);
    }),
    runs(12),
  );
});

/** Returns copies of a value, each of which differs in another leaf. An array is a leaf. */
function changedCopies(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1];
  if (typeof value !== 'object' || value === null) return ['later'];
  if (Array.isArray(value)) return [[...(value as unknown[]), typeof value[0] === 'number' ? 7 : 'later']];
  return Object.entries(value).flatMap(([key, member]) =>
    changedCopies(member).map((changed) => ({ ...value, [key]: changed })),
  );
}

test('each part of an observation sets an option, or is unsupported', async () => {
  const profile = await profileOf({ seed, requiredToken, deleteBody: 'json', clearActivityBody: 'text' });
  const usual = profileOptions(profile);
  for (const { id, ofData } of openPoints) {
    const observation = profile.observed[id as ObservablePoint];
    const copies = ofData || observation === undefined ? [] : changedCopies(observation);
    for (const changed of copies) {
      const options = profileOptions({ version: 1, observed: { ...profile.observed, [id]: changed } });
      expect({ id, changed, options }).not.toEqual({ id, changed, options: usual });
    }
  }
});

test.each([
  ['array', '[]'],
  ['null', 'null'],
  ['string', '"deleted"'],
])('the fake server does not support a JSON %s as a body of a DELETE or error', async (_, body) => {
  const { profile } = await runAll((request, next) => {
    const response = next(request);
    const isOpen = request.method === 'DELETE' || response.status === 404;
    return isOpen ? { ...response, headers: { 'content-type': 'application/json' }, body } : response;
  });
  const points = profileOptions(profile).unsupported.map(({ point }) => point);
  expect(points).toEqual(expect.arrayContaining(['delete-body', 'clear-activity-body', 'error-body']));
});

/** Services that decide an open point in another way than the fake server. No case fails because of that. */
import { runConformance, type RunOptions } from '@mock-services/conformance';
import { demoSeed, type FakeServerOptions } from '@mock-services/fake-server/core';
import { expect, test } from 'vitest';
import { listing, operationOf, responding, type Fields, type Mutation } from './mutants/mutant.ts';
import {
  allAllowed,
  erring,
  everywhere,
  firstPage,
  fraction,
  idsOf,
  serviceWith,
  tickingClock,
} from './support.ts';

interface Service {
  readonly mutation: Mutation;
  readonly fake?: FakeServerOptions;
  readonly run?: Partial<RunOptions>;
  /** What the run observes about the open points that the service decides. */
  readonly observed: object;
}

/** Names of objects whose keys are data. */
const maps = new Set(['defaultResponseHeaders', 'headers']);
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const services: Readonly<Record<string, Service>> = {
  'unknown fields in every object': {
    mutation: everywhere((value, key) =>
      isObject(value) && !maps.has(key) ? { 'x-new': { nested: [1] }, ...value, kind: null } : value,
    ),
    observed: {
      'unknown-fields': { names: { workspace: ['kind', 'x-new'], 'config.cors': ['kind', 'x-new'] } },
      'metadata-fields': { types: { kind: ['null'], 'x-new': ['object'] } },
    },
  },
  'timestamps without a fraction': {
    mutation: fraction(0),
    fake: { clock: tickingClock() },
    observed: { 'timestamp-fraction': { digits: [0] }, 'updated-at': { changed: true } },
  },
  'timestamps as Python writes them, with +00:00': {
    mutation: everywhere((value) =>
      /^\d{4}-\d\d-\d\dT.*Z$/.test(String(value)) ? String(value).replace(/Z$/, '000+00:00') : value,
    ),
    observed: { 'timestamp-fraction': { digits: [6] }, 'timestamp-offset': { suffixes: ['+00:00'] } },
  },
  'identifiers in upper case': {
    mutation: everywhere((value) =>
      /^[\da-f]{8}-/i.test(String(value)) ? String(value).toUpperCase() : value,
    ),
    observed: { 'identifier-form': { versions: [4], letterCase: 'upper' } },
  },
  'lists that begin with the newest item': {
    mutation: listing(['listMockServices', 'listWorkspaces', 'listActivity'], (items) =>
      items.toReversed(),
    )(),
    observed: {
      'list-order': { listMockServices: 'newest first', listActivity: 'newest first', stable: true },
    },
  },
  'a JSON response to DELETE': {
    mutation: responding(['deleteMockService', 'clearActivity'], (response) => ({
      ...response,
      headers: { 'content-type': 'application/json' },
      body: '{"deleted":true}',
    }))(),
    observed: {
      'delete-body': { status: 200, contentType: 'application/json', body: 'json', fields: ['deleted'] },
    },
  },
  'errors as text with 400': {
    mutation: erring(400, 'no'),
    observed: {
      'error-body': { status: 400, contentType: 'text/plain', body: 'text', fields: [] },
      'error-statuses': { statuses: { 'getMockService, unknown id': 400 } },
      'required-fields': { without: { type: 400, config: 400 } },
    },
  },
  'a 410 for expired workspaces': {
    mutation: (request, next) =>
      ['listActivity', 'getWorkspaceConfiguration'].includes(operationOf(request) ?? '')
        ? { status: 410, headers: {}, body: '' }
        : next(request),
    fake: { seed: demoSeed({ now: '2020-01-01T00:00:00Z' }) },
    run: { allowClear: undefined },
    observed: { expiry: { expiredListed: true, activityStatus: 410 } },
  },
  'a paginated list': {
    mutation: firstPage(),
    observed: { pagination: { signs: ['x-total-count'], limitHonored: true } },
  },
  'a rejection of strings beyond 255 characters': {
    mutation: (request, next) =>
      /"[^"]{256,}"/.test(request.body ?? '') ? { status: 400, headers: {}, body: '' } : next(request),
    observed: {},
  },
};

test.each(Object.entries(services))('a service with %s fails no case', async (_, row) => {
  const { mutation, fake, run, observed } = row;
  const report = await runConformance({ ...serviceWith(mutation, fake), ...allAllowed, ...run });
  expect(idsOf(report, 'failed')).toEqual([]);
  expect(report.leftovers).toEqual([]);
  expect(report.profile).toMatchObject({ observed });
});

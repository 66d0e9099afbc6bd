/** Services that decide an open point in another way than the fake server. No case fails because of that. */
import { demoSeed } from '@mock-services/fake-server/demo';
import {
  creating,
  having,
  instead,
  listing,
  operationOf,
  resource,
  responding,
  type Fields,
  type Mutation,
} from '../mutants/mutant.ts';
import {
  erring,
  everywhere,
  firstPage,
  fraction,
  reading,
  tickingClock,
  unchanged,
  type Odd,
} from '../support.ts';

/** Creates a mutation that alternates between two mutations. */
function everyOther(one: Mutation, other: Mutation): Mutation {
  let count = 0;
  return (request, next) => ((count += 1) % 2 === 0 ? one : other)(request, next);
}

/** Names of objects whose keys are data. */
const maps = new Set(['defaultResponseHeaders', 'headers']);
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const upperCaseId = (value: unknown) =>
  /^[\da-f]{8}-/i.test(String(value)) ? String(value).toUpperCase() : value;

const reversed = listing(['listMockServices', 'listWorkspaces', 'listActivity'], (items) =>
  items.toReversed(),
);

const deleting = (headers: Record<string, string>, body: string) =>
  responding(['deleteMockService', 'clearActivity'], (response) => ({ ...response, headers, body }));

const rejecting =
  (text: RegExp): Mutation =>
  (request, next) =>
    text.test(request.body ?? '') ? { status: 400, headers: {}, body: '' } : next(request);

/** Creates a mutation that changes the sample mock services, but not the mock services that a run creates. */
const samples = (change: (service: Fields) => void) =>
  resource(['listMockServices', 'getMockService', 'getWorkspaceConfiguration'], (service) => {
    if (!String(service['title']).startsWith('Conformance')) change(service);
  });

const lowerCased = (texts: unknown) => (texts as string[]).map((text) => text.toLowerCase());

/** Encodes a recorded body with the URL-safe Base64 alphabet and without padding. */
const urlAlphabet = (text: unknown) =>
  String(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

function repeatedCreate(): Mutation {
  const known = new Map<string, string>();
  return (request, next) => {
    const response = next(request);
    if (operationOf(request) !== 'createMockService' || response.status !== 201) return response;
    const first = known.get(request.body ?? '') ?? response.body;
    known.set(request.body ?? '', first);
    return { ...response, body: first };
  };
}

function readableAfterDelete(): Mutation {
  const shown = new Map<string, string>();
  return (request, next) => {
    const response = next(request);
    if (operationOf(request) !== 'getMockService') return response;
    if (response.status === 200) shown.set(request.path, response.body);
    const body = shown.get(request.path);
    return body === undefined ? response : { status: 200, headers: {}, body };
  };
}

/** Deletes the first mock service before it is read. */
const vanishing: Mutation = (request, next) => {
  const isRead = operationOf(request) === 'getMockService' && !request.path.includes('no-uuid');
  if (isRead) next({ method: 'DELETE', path: request.path.replace('mock-service/', 'mock-services/') });
  return next(request);
};

export const acceptedServices: Readonly<Record<string, Odd>> = {
  'unknown fields in every object': {
    make: () =>
      everywhere((value, key) =>
        isObject(value) && !maps.has(key) ? { 'x-new': { nested: [1] }, ...value, kind: null } : value,
      ),
  },
  'unknown fields named like members that every object has': {
    make: () =>
      everywhere((value, key) =>
        isObject(value) && !maps.has(key)
          ? { ...value, constructor: 1, toString: 'text', ['__proto__']: null }
          : value,
      ),
  },
  'fields in another order': {
    make: () =>
      everywhere((value) =>
        isObject(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value,
      ),
  },
  'timestamps without a fraction': { make: () => fraction(0), fake: { clock: tickingClock() }, run: {} },
  'timestamps with one fraction digit': { make: () => fraction(1), fake: { clock: tickingClock() }, run: {} },
  'timestamps with nine fraction digits': { make: () => fraction(9) },
  'timestamps whose precision changes': {
    make: () => everyOther(fraction(0), fraction(6)),
    fake: { clock: tickingClock() },
    run: {},
  },
  'timestamps as Python writes them, with +00:00': {
    make: () =>
      everywhere((value) =>
        /^\d{4}-\d\d-\d\dT.*Z$/.test(String(value)) ? String(value).replace(/Z$/, '000+00:00') : value,
      ),
  },
  'identifiers in upper case': { make: () => everywhere(upperCaseId) },
  'identifiers whose letter case changes': { make: () => everyOther(everywhere(upperCaseId), unchanged) },
  'reversed lists': { make: reversed },
  'lists whose order changes': { make: () => everyOther(reversed(), unchanged) },
  'a JSON response to DELETE': { make: deleting({ 'content-type': 'application/json' }, '{"deleted":true}') },
  'a text response to DELETE': { make: deleting({ 'content-type': 'text/plain' }, 'gone') },
  'a list in the response to DELETE': { make: deleting({ 'content-type': 'application/json' }, '[]') },
  'errors as text with 400': { make: () => erring(400, 'no') },
  'errors as an HTML page with 500': { make: () => erring(500, '<!doctype html><title>Oops</title>') },
  'errors as JSON with 410': { make: () => erring(410, '{"errors":[{"code":7}]}') },
  'errors without a body with 409': { make: () => erring(409, '') },
  'a different content type': {
    make: () => (request, next) => ({
      ...next(request),
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    }),
  },
  'mock services of a type other than REST': {
    make: samples((service) => {
      service['type'] = 'GRAPHQL';
    }),
  },
  'header values of different types': {
    make: samples((service) => {
      const headers = { a: 'text', b: 1, c: null, d: ['x'], e: { f: true } };
      if (service['config'] !== undefined) having('config.defaultResponseHeaders', () => headers)(service);
    }),
  },
  'different CORS methods': {
    make: samples((service) => {
      const methods = ['PATCH', 'PROPFIND'];
      if (service['config'] !== undefined) having('config.cors.allowedMethods', () => methods)(service);
    }),
  },
  'additional metadata': {
    make: resource(
      'listActivity',
      having('metadata', (metadata) => ({ ...(metadata as object), tags: ['a'], retries: 2 })),
    ),
  },
  'recorded bodies in the URL alphabet without padding': {
    make: resource('listActivity', (entry) => {
      having('request.bodyBase64Encoded', urlAlphabet)(entry);
      having('response.bodyBase64Encoded', urlAlphabet)(entry);
    }),
  },
  'an `updatedAt` that updates do not change': {
    make: resource(['listMockServices', 'getMockService', 'updateMockService'], (service) => {
      service['updatedAt'] = service['createdAt'];
    }),
  },
  'configurations unrelated to their workspaces': {
    make: resource('getWorkspaceConfiguration', (configuration) => {
      configuration['id'] = '6F1D9C1E-4B7A-1D1C-0F8E-2A4B6C8D0E1F';
      configuration['title'] = 'Something else';
      configuration['createdAt'] = '2001-01-01T00:00:00Z';
    }),
  },
  'hosts and header names in lower case': {
    make: creating((input) => {
      having('config.cors.allowedOrigins', lowerCased)(input);
      having('config.cors.allowedHeaders', lowerCased)(input);
    }),
  },
  'a repeated create that returns the first identifier': { make: repeatedCreate },
  'deleted mock services that can still be read': { make: readableAfterDelete },
  'a rejection of text beyond ASCII': { make: () => rejecting(/[^ -~]/) },
  ...Object.fromEntries(
    [300, 399, 500].map((status) => [
      `the status ${status} for updates with text beyond ASCII`,
      {
        make: instead('updateMockService', (request, next) =>
          /[^ -~]/.test(request.body ?? '') ? { status, headers: {}, body: '' } : next(request),
        ),
      },
    ]),
  ),
  'a rejection of text beyond 255 characters': { make: () => rejecting(/"[^"]{256,}"/) },
  'a rejection of text beyond 5,000 characters': { make: () => rejecting(/"[^"]{5001,}"/) },
  'texts that are cut at 5,000 characters': {
    make: () => (request, next) =>
      next({
        ...request,
        ...(request.body && { body: request.body.replaceAll(/"([^"]{5000})[^"]+"/g, '"$1"') }),
      }),
  },
  'a rejection of every unusual text': { make: () => rejecting(/[^ -~]|\\|long|aBaB|\$| {2}|%/) },
  'error responses for expired workspaces': {
    fake: { seed: demoSeed({ now: '2020-01-01T00:00:00Z' }) },
    make: () => (request, next) =>
      ['listActivity', 'getWorkspaceConfiguration'].includes(operationOf(request) ?? '')
        ? { status: 410, headers: {}, body: '' }
        : next(request),
  },
  'a paginated list': { make: () => firstPage() },
  'a paginated list, as its body shows': {
    make: responding('listMockServices', (response) => {
      const { data } = JSON.parse(response.body) as { data: unknown[] };
      const page = { data: data.slice(0, 3), total: data.length, next: '/?page=2' };
      return { ...response, body: JSON.stringify(page) };
    }),
  },
  'mock services that another client deletes': { make: () => vanishing, run: reading },
  'mock services that another client deletes, and the status 410': {
    fake: { errorStatuses: { 404: 410 } },
    make: () => vanishing,
  },
  'another client that updates all mock services': {
    run: reading,
    during: ({ mockServices }) => {
      for (const { id } of mockServices.list()) mockServices.update(id, { type: 'SOAP', title: 'Changed' });
    },
  },
  'another client that adds mock services to the end of the list': {
    run: reading,
    during: ({ mockServices }) => void mockServices.add(),
  },
  'another client that adds mock services to the front of the list': {
    fake: { listOrder: 'reversed' },
    during: ({ mockServices }) => void mockServices.add(),
  },
  'another client that deletes the first mock service of several': {
    run: reading,
    during: ({ mockServices }) => {
      const [first, ...others] = mockServices.list();
      if (first && others.length > 2) mockServices.delete(first.id);
    },
  },
  'another client that records an exchange in each log': {
    run: reading,
    during: ({ workspaces, activity }) => {
      for (const { id } of workspaces.list()) activity.record(id, {});
    },
  },
  'another client that clears each log': {
    run: reading,
    during: ({ workspaces, activity }) => {
      for (const { id } of workspaces.list()) activity.clear(id);
    },
  },
};

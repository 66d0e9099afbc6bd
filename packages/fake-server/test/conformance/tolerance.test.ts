/** No case fails because of what the interface leaves open. */
import { emptyWorld } from '@mock-services/fake-server/core';
import { runConformance } from '@mock-services/fake-server/conformance';
import { describe, expect, test } from 'vitest';
import { operationOf, resource, responding, sending, type Fields, type Mutation } from './mutants/mutant.ts';
import { busyWorkspace, failuresOf, idsOf, listOf, observationsOf, observed } from './support.ts';

/** Changes every value of every JSON response, from the inside out. */
function everywhere(change: (value: unknown, key: string) => unknown): Mutation {
  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value))
      return change(
        value.map((item) => walk(item, '')),
        key,
      );
    if (typeof value !== 'object' || value === null) return change(value, key);
    return change(
      Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, name)])),
      key,
    );
  };
  return (request, next) => {
    const response = next(request);
    if (response.body === '' || response.status >= 300) return response;
    return { ...response, body: JSON.stringify(walk(JSON.parse(response.body), '')) };
  };
}

/** Objects whose keys are data. */
const maps = new Set(['defaultResponseHeaders', 'headers']);
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTimestamp = (value: unknown): value is string => /^\d{4}-\d\d-\d\dT/.test(String(value));
const isId = (value: unknown): value is string => /^[\da-f]{8}-/i.test(String(value));

const fraction = (digits: number) => (value: unknown) =>
  isTimestamp(value)
    ? value.replace(/\.(\d+)Z$/, (_, ms: string) =>
        digits === 0 ? 'Z' : `.${ms.padEnd(digits, '0').slice(0, digits)}Z`,
      )
    : value;

/** Alternates between two mutations. */
function everyOther(one: Mutation, other: Mutation): Mutation {
  let count = 0;
  return (request, next) => ((count += 1) % 2 === 0 ? one : other)(request, next);
}

const erring =
  (status: number, body: string): Mutation =>
  (request, next) => {
    const response = next(request);
    return response.status < 400 ? response : { status, headers: {}, body };
  };

const lists = ['listMockServices', 'listWorkspaces', 'listActivity'] as const;

const ordered = (change: (items: unknown[]) => unknown[]) =>
  responding(lists, (response) => {
    const { data } = JSON.parse(response.body) as { data: unknown[] };
    return { ...response, body: JSON.stringify({ data: change(data) }) };
  });

const deleting = (headers: Record<string, string>, body: string) =>
  responding(['deleteMockService', 'clearActivity'], (response) => ({ ...response, headers, body }));

const rejecting =
  (text: RegExp): Mutation =>
  (request, next) =>
    text.test(request.body ?? '') ? { status: 400, headers: {}, body: '' } : next(request);

/** Normalises strings that have a form of their own. */
const lowerCasing = (): Mutation => (request, next) => {
  const operation = operationOf(request);
  if (operation !== 'createMockService' || !request.body?.endsWith('}')) return next(request);
  return next(
    sending(request, (input) => {
      const { cors } = (input['config'] ?? {}) as { cors?: Fields };
      for (const list of ['allowedOrigins', 'allowedHeaders']) {
        if (cors) cors[list] = (cors[list] as string[]).map((text) => text.toLowerCase());
      }
      return input;
    }),
  );
};

const same: Mutation = (request, next) => next(request);

const variations: readonly (readonly [name: string, make: () => Mutation])[] = [
  [
    'unknown fields in every object',
    () =>
      everywhere((value, key) =>
        isObject(value) && !maps.has(key) ? { 'x-new': { nested: [1] }, ...value, kind: null } : value,
      ),
  ],
  [
    'another order of fields',
    () =>
      everywhere((value) =>
        isObject(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value,
      ),
  ],
  ['timestamps without a fraction', () => everywhere(fraction(0))],
  ['timestamps with one fraction digit', () => everywhere(fraction(1))],
  ['timestamps with nine fraction digits', () => everywhere(fraction(9))],
  ['timestamps of changing precision', () => everyOther(everywhere(fraction(0)), everywhere(fraction(6)))],
  ['identifiers in upper case', () => everywhere((value) => (isId(value) ? value.toUpperCase() : value))],
  [
    'identifiers of changing letter case',
    () =>
      everyOther(
        everywhere((value) => (isId(value) ? value.toUpperCase() : value)),
        same,
      ),
  ],
  ['reversed lists', ordered((items) => items.toReversed())],
  ['lists whose order changes', () => everyOther(ordered((items) => items.toReversed())(), same)],
  ['JSON after DELETE', deleting({ 'content-type': 'application/json' }, '{"deleted":true}')],
  ['text after DELETE', deleting({ 'content-type': 'text/plain' }, 'gone')],
  ['a list after DELETE', deleting({ 'content-type': 'application/json' }, '[]')],
  ['errors as text with 400', () => erring(400, 'no')],
  ['errors as a page with 500', () => erring(500, '<!doctype html><title>Oops</title>')],
  ['errors as JSON with 410', () => erring(410, '{"errors":[{"code":7}]}')],
  ['errors without a body with 403', () => erring(403, '')],
  [
    'another content type',
    () => (request, next) => ({ ...next(request), headers: { 'content-type': 'text/plain; charset=utf-8' } }),
  ],
  [
    'other types of mock services than REST',
    resource(['listMockServices', 'getMockService'], (service) => {
      if (!String(service['title']).startsWith('Conformance')) service['type'] = 'GRAPHQL';
    }),
  ],
  [
    'header values of other types',
    resource(['getMockService', 'getWorkspaceConfiguration'], (service) => {
      if (String(service['title']).startsWith('Conformance')) return;
      const config = service['config'] as Fields;
      config['defaultResponseHeaders'] = { a: 'text', b: 1, c: null, d: ['x'], e: { f: true } };
    }),
  ],
  [
    'other methods for CORS',
    resource('getMockService', (service) => {
      if (String(service['title']).startsWith('Conformance')) return;
      ((service['config'] as Fields)['cors'] as Fields)['allowedMethods'] = ['PATCH', 'PROPFIND'];
    }),
  ],
  [
    'more metadata',
    resource('listActivity', (entry) => {
      entry['metadata'] = { ...(entry['metadata'] as Fields), tags: ['a'], retries: 2 };
    }),
  ],
  [
    'recorded bodies in the URL alphabet without padding',
    resource('listActivity', (entry) => {
      for (const message of ['request', 'response']) {
        const part = entry[message] as Fields;
        const text = String(part['bodyBase64Encoded']);
        part['bodyBase64Encoded'] = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
      }
    }),
  ],
  [
    'an updatedAt that an update does not change',
    resource(['listMockServices', 'getMockService', 'updateMockService'], (service) => {
      service['updatedAt'] = service['createdAt'];
    }),
  ],
  [
    'configurations unrelated to their workspaces',
    resource('getWorkspaceConfiguration', (configuration) => {
      configuration['id'] = '6F1D9C1E-4B7A-1D1C-0F8E-2A4B6C8D0E1F';
      configuration['title'] = 'Something else';
      configuration['createdAt'] = '2001-01-01T00:00:00Z';
    }),
  ],
  ['hosts and header names in lower case', () => lowerCasing()],
  [
    'a repeated create that returns the first identifier',
    () => {
      const known = new Map<string, string>();
      return (request, next) => {
        if (operationOf(request) !== 'createMockService') return next(request);
        const response = next(request);
        const first = known.get(request.body ?? '') ?? response.body;
        if (response.status === 201) known.set(request.body ?? '', first);
        return response.status === 201 ? { ...response, body: first } : response;
      };
    },
  ],
  [
    'deleted mock services that can still be read',
    () => {
      const shown = new Map<string, string>();
      return (request, next) => {
        const response = next(request);
        if (operationOf(request) !== 'getMockService') return response;
        if (response.status === 200) shown.set(request.path, response.body);
        const body = shown.get(request.path);
        return body === undefined ? response : { status: 200, headers: {}, body };
      };
    },
  ],
];

const plain = await runConformance({ ...observed(), allowWrites: true, allowClear: busyWorkspace });
const usual = new Set(observationsOf(plain));

describe('the suite accepts', () => {
  test('the fake server itself', () => {
    expect(observationsOf(plain)).toMatchSnapshot('observed');
  });

  test.each(variations)('%s', async (_, make) => {
    const service = observed(make());
    const before = listOf(service.fake).length;
    const report = await runConformance({ ...service, allowWrites: true, allowClear: busyWorkspace });
    expect(failuresOf(report)).toEqual({});
    expect(report).toMatchObject({ ok: true, skipped: 0 });
    expect(observationsOf(report).filter((line) => !usual.has(line))).toMatchSnapshot('observed');
    expect(listOf(service.fake).length - before).toBeLessThanOrEqual(1);
  });

  test.each([
    ['beyond ASCII', /[^ -~]/, []],
    ['beyond 255 characters', /"[^"]{256,}"/, ['create-keeps-urls-and-names']],
    ['of any odd kind', /[^ -~]|\\|long|aBaB|\$| {2}|%/, ['create-keeps-urls-and-names']],
  ])('rejections of text %s', async (_, text, skipped) => {
    const report = await runConformance({ ...observed(rejecting(text)), allowWrites: true });
    expect(failuresOf(report)).toEqual({});
    expect(idsOf(report, 'skipped')).toEqual(expect.arrayContaining(skipped));
    expect(idsOf(report, 'passed')).toContain('create-stored');
    expect(report.profile.observed['text-forms']?.fields).toMatchObject({ title: 'rejected' });
  });

  test('expired workspaces whose reads are errors', async () => {
    const service = observed(
      (request, next) => {
        const operation = operationOf(request);
        const isOfWorkspace = operation === 'listActivity' || operation === 'getWorkspaceConfiguration';
        return isOfWorkspace ? { status: 410, headers: {}, body: '' } : next(request);
      },
      { clock: '2020-01-01T00:00:00Z' },
    );
    const report = await runConformance(service);
    expect(failuresOf(report)).toEqual({});
    expect(idsOf(report, 'skipped')).toContain('list-activity-answer');
    expect(report.profile.observed.expiry).toEqual({ expiredListed: true, activityStatus: 410 });
  });

  test('a paged list', async () => {
    const service = observed(
      responding('listMockServices', (response) => {
        const { data } = JSON.parse(response.body) as { data: unknown[] };
        return {
          ...response,
          body: JSON.stringify({ data: data.slice(0, 3), total: data.length, next: '/?page=2' }),
        };
      })(),
    );
    const report = await runConformance({ ...service, allowWrites: true });
    expect(failuresOf(report)).toEqual({});
    expect(idsOf(report, 'skipped')).toContain('create-listed');
    expect(report.profile.observed.pagination).toEqual({ signs: ['total', 'next'], limitHonoured: false });
  });

  test('an empty service: cases without anything to check are skipped', async () => {
    const report = await runConformance({
      ...observed(undefined, { seed: emptyWorld() }),
      allowWrites: true,
    });
    expect(report).toMatchObject({ ok: true, failed: 0 });
    expect(idsOf(report, 'skipped')).toEqual(
      expect.arrayContaining(['workspace-fields', 'activity-entry-fields', 'mock-service-fields']),
    );
    expect(idsOf(report, 'passed')).toEqual(expect.arrayContaining(['create-stored', 'delete-unlists']));
  });

  test('the deletion of a mock service by somebody else during the run', async () => {
    const service = observed();
    const [gone] = listOf(service.fake);
    const fetch = (url: string, init: RequestInit) => {
      if (url.endsWith(gone?.id ?? '-')) {
        service.fake.handle({ method: 'DELETE', path: `/configuration/mock-services/${gone?.id}` });
      }
      return service.fetch(url, init);
    };
    expect(failuresOf(await runConformance({ ...service, fetch }))).toEqual({});
  });
});

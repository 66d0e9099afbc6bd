import { openPoints } from '@mock-services/sdk/contract';
import { createFakeServer, type FakeServerOptions, OptionError } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { activityEntry, idOf, input, mockService, workspace } from '../support/samples.ts';
import { dataAt, send } from '../support/wire.ts';

const list = '/configuration/mock-services';
const single = '/configuration/mock-service';
const log = `/workspace/${idOf(1)}/activity`;
const seed = {
  mockServices: [mockService(0xa1), mockService(0xa2), mockService(0xa3)],
  workspaces: [workspace(1)],
  activity: { [idOf(1)]: [activityEntry(5)] },
};
const fakeWith = (options: FakeServerOptions) => createFakeServer({ seed, ...options });
const ids = (data: unknown): string[] => (data as { id: string }[]).map(({ id }) => id);
const errorOf = (options: FakeServerOptions) => send(fakeWith(options), 'GET', `${single}/${idOf(9)}`);

describe('behaviour options', () => {
  const names = new Set(openPoints.map(({ option }) => option).filter((name) => name !== undefined));

  test.each([...names])('%s is named by the register, and an invalid value of it is an error', (name) => {
    expect(() => createFakeServer({ [name]: Symbol('nonsense') })).toThrow(Error);
  });

  test.each(['listOrder', 'onExpiry', 'errorBody', 'identifierCase', 'updatedAt', 'repeatedDelete'] as const)(
    'an unknown value of %s is an error that names all of them',
    (option) => {
      const options = { [option]: 'random' };
      expect(() => createFakeServer(options)).toThrow(OptionError);
      expect(() => createFakeServer(options)).toThrow(
        new RegExp(`^The option ${option} has to be: one of '.*; got "random"\\.$`),
      );
    },
  );

  test('undefined is the default', () => {
    expect(
      send(fakeWith({ listOrder: undefined, onExpiry: undefined, grease: undefined }), 'GET', list),
    ).toEqual(send(fakeWith({}), 'GET', list));
  });

  test('listOrder', () => {
    const inOrder = ids(dataAt(fakeWith({}), list));
    expect(ids(dataAt(fakeWith({ listOrder: 'reversed' }), list))).toEqual(inOrder.toReversed());
    const shuffled = fakeWith({ listOrder: 'shuffled' });
    const orders = new Set(Array.from({ length: 50 }, () => ids(dataAt(shuffled, list)).join(' ')));
    expect(orders.size).toBe(6);
  });

  test.each([
    ['empty', undefined, ''],
    ['object', 'application/json', '{}'],
    ['text', 'text/plain; charset=utf-8', 'OK'],
    ['json', 'application/json', '{"message":"Done."}'],
  ] as const)('deleteBody and clearActivityBody: %s', (value, type, body) => {
    const fake = fakeWith({ deleteBody: value, clearActivityBody: value });
    for (const path of [`${list}/${idOf(0xa1)}`, log]) {
      expect(send(fake, 'DELETE', path)).toMatchObject({ status: 200, body });
      expect(send(fake, 'DELETE', log).headers['content-type']).toBe(type);
    }
    expect(send(fakeWith({ deleteBody: value }), 'DELETE', log).body).toBe('');
  });

  test.each([
    ['message', 'application/json', /^\{"message":"There is no/],
    ['nested', 'application/json', /^\{"error":\{"code":"NOT_FOUND","message":"There/],
    ['text', 'text/plain; charset=utf-8', /^There is no/],
    ['html', 'text/html; charset=utf-8', /^<!doctype html>/],
    ['empty', undefined, /^$/],
  ] as const)('errorBody: %s', (errorBody, type, body) => {
    const response = errorOf({ errorBody });
    expect(response.status).toBe(404);
    expect(response.headers['content-type']).toBe(type);
    expect(response.body).toMatch(body);
  });

  test('errorStatuses', () => {
    const fake = fakeWith({ errorStatuses: { 422: 400, 404: 410 } });
    const response = send(fake, 'POST', single, {});
    expect(response.status).toBe(400);
    expect(JSON.parse(response.body)).toMatchObject({ title: 'Bad Request', status: 400 });
    expect(send(fake, 'GET', '/nothing').status).toBe(410);
    expect(send(fake, 'DELETE', `${single}/${idOf(1)}`).status).toBe(405);
  });

  test.each([
    [400, 'Bad Request'],
    [410, 'Gone'],
    [429, 'Too Many Requests'],
    [499, 'Bad Request'],
    [599, 'Internal Server Error'],
  ])('errorStatuses may be %d, whose title is %s', (status, title) => {
    const response = send(fakeWith({ errorStatuses: { 404: status } }), 'GET', '/nothing');
    expect(response.status).toBe(status);
    expect(JSON.parse(response.body)).toMatchObject({ title, status });
    const page = errorOf({ errorStatuses: { 404: status }, errorBody: 'html' });
    expect(page.body).toContain(`<h1>${title}</h1>`);
  });

  test.each([
    { 422: 200 },
    { 422: 399 },
    { 422: 600 },
    { 422: 400.5 },
    { 403: 400 },
    { 404: '410' },
    { 404: 410, 422: 200 },
    [],
    'abc',
  ])('%j are not errorStatuses', (errorStatuses) => {
    const options = { errorStatuses: errorStatuses as Record<number, number> };
    expect(() => createFakeServer(options)).toThrow(OptionError);
    expect(() => createFakeServer(options)).toThrow(
      /^The option errorStatuses has to be: object from .*\b422\b.* to error statuses/,
    );
  });

  test.each([7, ''])('%j is not a requiredToken, and is not shown', (requiredToken) => {
    const options = { requiredToken } as unknown as FakeServerOptions;
    expect(() => createFakeServer(options)).toThrow(
      /^The option requiredToken has to be: text, not empty\.$/,
    );
  });

  test('identifierCase', () => {
    const upper = ids(dataAt(fakeWith({ identifierCase: 'upper' }), list));
    expect(upper).toEqual(upper.map((id) => id.toUpperCase()));
    const mixed = ids(dataAt(fakeWith({ identifierCase: 'mixed' }), list)).join('');
    expect([/[A-F]/.test(mixed), /[a-f]/.test(mixed)]).toEqual([true, true]);
    const [entry] = dataAt(fakeWith({ identifierCase: 'upper' }), log) as ReturnType<typeof activityEntry>[];
    const { id, metadata, ...others } = activityEntry(5);
    const scenarioId = metadata.scenarioId.toUpperCase();
    expect(entry).toEqual({ ...others, id: id.toUpperCase(), metadata: { scenarioId } });
  });

  test.each([
    ['trimmed', '12:00:00Z', '12:00:00.12Z'],
    ['microseconds', '12:00:00.000000Z', '12:00:00.120000Z'],
    ['nanoseconds', '12:00:00.000000000Z', '12:00:00.120000000Z'],
  ] as const)('timestampFraction: %s', (timestampFraction, createdAt, updatedAt) => {
    const service = mockService(1, { updatedAt: '2025-06-01T12:00:00.120Z' });
    const fake = createFakeServer({ seed: { mockServices: [service] }, timestampFraction });
    expect(dataAt(fake, `${single}/${idOf(1)}`)).toMatchObject({
      createdAt: `2025-06-01T${createdAt}`,
      updatedAt: `2025-06-01T${updatedAt}`,
    });
  });

  test.each([
    ['stored', '12:00:00Z'],
    ['trimmed', '12:00:00Z'],
    ['microseconds', '12:00:00.000000Z'],
  ] as const)('timestampFraction of an instant without one: %s', (timestampFraction, createdAt) => {
    const service = mockService(1, { createdAt: '2025-06-01T12:00:00Z' });
    const fake = createFakeServer({ seed: { mockServices: [service] }, timestampFraction });
    expect(dataAt(fake, `${single}/${idOf(1)}`)).toMatchObject({ createdAt: `2025-06-01T${createdAt}` });
  });

  test.each([null, 'text', 7, [null]])(
    'a field of metadata with the name of an object may be %j',
    (config) => {
      const { metadata, ...entry } = activityEntry(5);
      const activity = { [idOf(1)]: [{ ...entry, metadata: { ...metadata, config } }] };
      const fake = createFakeServer({
        seed: { workspaces: [workspace(1)], activity },
        identifierCase: 'upper',
        unknownFields: 'added',
      });
      expect(dataAt(fake, log)).toMatchObject([
        { id: entry.id.toUpperCase(), metadata: { scenarioId: metadata.scenarioId.toUpperCase(), config } },
      ]);
    },
  );

  test('a fraction of very many zeros takes linear time', () => {
    const fraction = `.${'0'.repeat(400_000)}1`;
    const service = mockService(1, { updatedAt: `2025-06-01T12:00:00${fraction}00Z` });
    const fake = createFakeServer({ seed: { mockServices: [service] }, timestampFraction: 'trimmed' });
    expect(dataAt(fake, `${single}/${idOf(1)}`)).toMatchObject({
      updatedAt: `2025-06-01T12:00:00${fraction}Z`,
    });
  });

  test('unknownFields are added to every object but maps, metadataFields to metadata alone', () => {
    const service = dataAt(fakeWith({ unknownFields: 'added' }), `${single}/${idOf(0xa1)}`);
    expect(service).toMatchObject(mockService(0xa1));
    const { config } = service as ReturnType<typeof mockService>;
    const added = [service, config, config.cors, config.upstreams[0]].map((object) =>
      Object.keys(object ?? {}).filter((key) => key.startsWith('grease')),
    );
    expect(added.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
    expect(config.defaultResponseHeaders).toEqual(mockService(1).config.defaultResponseHeaders);
    const [withFields] = dataAt(fakeWith({ unknownFields: 'added' }), log) as ReturnType<
      typeof activityEntry
    >[];
    const inEntry = [withFields, withFields?.request, withFields?.response, withFields?.metadata].map(
      (object) => Object.keys(object ?? {}).filter((key) => key.startsWith('grease')),
    );
    expect(inEntry.map(({ length }) => length)).toEqual([1, 1, 1, 0]);
    const [entry] = dataAt(fakeWith({ metadataFields: 'added' }), log) as ReturnType<typeof activityEntry>[];
    expect(Object.keys(entry?.metadata ?? {})).toHaveLength(2);
    expect({ ...entry, metadata: {} }).toEqual({ ...activityEntry(5), metadata: {} });
  });

  test('headerValueTypes are added to configurations of workspaces alone', () => {
    const fake = fakeWith({ headerValueTypes: 'added' });
    expect(dataAt(fake, `/configuration/workspace/${idOf(1)}`)).toHaveProperty(
      'config.defaultResponseHeaders.x-grease',
    );
    expect(dataAt(fake, `${single}/${idOf(0xa1)}`)).toEqual(mockService(0xa1));
  });

  test('contentType', () => {
    const response = send(fakeWith({ contentType: 'application/vnd.api+json' }), 'GET', list);
    expect(response.headers).toEqual({ 'content-type': 'application/vnd.api+json' });
  });

  test('updatedAt', () => {
    const data = input({ title: 'changed' });
    const fake = fakeWith({ updatedAt: 'stays' });
    send(fake, 'PUT', `${single}/${idOf(0xa1)}`, { data });
    expect(dataAt(fake, `${single}/${idOf(0xa1)}`)).toEqual({ ...mockService(0xa1), ...data });
  });

  test('repeatedDelete', () => {
    const fake = fakeWith({ repeatedDelete: 'accepted' });
    const statuses = [0xa1, 0xa1].map((n) => send(fake, 'DELETE', `${list}/${idOf(n)}`).status);
    expect(statuses).toEqual([200, 200]);
  });

  test('requiredToken', () => {
    const fake = fakeWith({ requiredToken: 'open sesame' });
    const request = { method: 'GET', path: list };
    const statusWith = (headers: Record<string, string>) => fake.handle({ ...request, headers }).status;
    expect(statusWith({ Authorization: 'Bearer open sesame' })).toBe(200);
    const wrong = ['', 'open sesame', 'Bearer open', 'Bearer open sesamf', 'Bearer Open sesame'];
    const longer = ['Bearer open sesame2', 'Bearer open sesameBearer open sesame'];
    const statuses = [...wrong, ...longer].map((Authorization) => statusWith({ Authorization }));
    expect(new Set([statusWith({}), ...statuses])).toEqual(new Set([401]));
    expect(fake.handle(request).headers['www-authenticate']).toBe('Bearer');
    fake.journal.assertClean();
    expect(() => createFakeServer({ requiredToken: '' })).toThrow(OptionError);
  });

  test('onExpiry', () => {
    const statuses = (['keep', 'hide', 'gone'] as const).map((onExpiry) => {
      const fake = fakeWith({ onExpiry, clock: workspace(1).expiresAt });
      const listed = ids(dataAt(fake, '/configuration/workspaces')).length;
      const paths = [log, `/configuration/workspace/${idOf(1)}`];
      return [
        listed,
        ...paths.map((path) => send(fake, 'GET', path).status),
        send(fake, 'DELETE', log).status,
      ];
    });
    expect(statuses).toEqual([
      [1, 200, 200, 200],
      [0, 200, 200, 200],
      [0, 410, 410, 410],
    ]);
    const fake = fakeWith({ onExpiry: 'gone', clock: workspace(1).createdAt });
    expect(send(fake, 'GET', log).status).toBe(200);
    fake.clock.set(workspace(1).expiresAt);
    expect(send(fake, 'GET', log).status).toBe(410);
    expect(fake.activity.list(idOf(1))).toEqual([activityEntry(5)]);
  });
});

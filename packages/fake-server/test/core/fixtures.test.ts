/** Tests the fixtures of mock services and workspaces. */
import { createExamples, createFakeServer } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { activityPath, workspacesPath } from '../support/paths.ts';
import { activityEntry, idOf, mockService, workspace } from '../support/samples.ts';
import { dataAt } from '../support/wire.ts';

const now = '2026-01-01T00:00:00.000Z';
const times = { createdAt: now, updatedAt: now };
const noCors = { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] };

describe('fake.mockServices', () => {
  test('`fake.mockServices.add` fills in missing fields of a mock service with defaults', () => {
    const { mockServices } = createFakeServer({ seed: {} });
    const config = { cors: noCors, defaultResponseHeaders: {}, upstreams: [] };
    const { id, ...service } = mockServices.add();
    expect(service).toEqual({ type: 'REST', title: 'Mock service', config, ...times });
    expect(mockServices.add({ createdAt: '2020-01-01T00:00:00Z' }).updatedAt).toBe('2020-01-01T00:00:00Z');
    const cors = { allowedMethods: ['GET'] };
    const partial = mockServices.add({ title: 'Catalogue', config: { cors } });
    expect(partial).toMatchObject({
      title: 'Catalogue',
      config: { ...config, cors: { ...noCors, ...cors } },
    });
    expect(mockServices.list().map((each) => each.id)).toEqual([id, expect.any(String), partial.id]);
  });

  test('`fake.mockServices.add` keeps unknown fields of a complete mock service', () => {
    const whole = { ...mockService(7), team: { name: 'shop' } };
    expect(createFakeServer({ seed: {} }).mockServices.add(whole)).toEqual(whole);
  });

  test('`fake.mockServices.update` changes nested fields and keeps the list position', () => {
    const fake = createFakeServer({ seed: { mockServices: [mockService(1), mockService(2)] } });
    const config = { cors: { allowedHeaders: ['x-a'] }, upstreams: [] };
    const changed = fake.mockServices.update(idOf(1), { title: 'Changed', config });
    const { config: before, ...service } = mockService(1);
    expect(changed).toEqual({
      ...service,
      title: 'Changed',
      config: { ...before, cors: { ...before.cors, allowedHeaders: ['x-a'] }, upstreams: [] },
      updatedAt: now,
    });
    expect(fake.mockServices.list()).toEqual([changed, mockService(2)]);
  });
});

describe('the times of a mock service', () => {
  test('`updatedAt` changes with each update unless the `updatedAt` option is `stays`', () => {
    const seed = { mockServices: [mockService(1)], workspaces: [workspace(1)] };
    const timesWith = (updatedAt: 'changes' | 'stays') => {
      const fake = createFakeServer({ seed, updatedAt });
      fake.workspaces.update(idOf(1), { name: 'New' });
      const untouched = fake.workspaces.getConfiguration(idOf(1))?.updatedAt;
      fake.workspaces.update(idOf(1), { configuration: { title: 'New' } });
      const service = fake.mockServices.update(idOf(1), { title: 'New' }).updatedAt;
      return [untouched, fake.workspaces.getConfiguration(idOf(1))?.updatedAt, service];
    };
    const before = workspace(1).createdAt;
    expect(timesWith('stays')).toEqual([before, before, before]);
    expect(timesWith('changes')).toEqual([before, '2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.002Z']);
  });

  test.each([{ createdAt: '2030-01-01T00:00:00.000Z' }, { updatedAt: '2020-01-01T00:00:00.000Z' }])(
    'the time that was not given moves with the other one: %j',
    (given) => {
      const [time] = Object.values(given);
      const { mockServices } = createFakeServer();
      expect(mockServices.add(given)).toMatchObject({ createdAt: time, updatedAt: time });
    },
  );
});

describe('fake.workspaces', () => {
  test('`fake.workspaces.add` adds defaults, a configuration and an empty log', () => {
    const fake = createFakeServer({ seed: {} });
    const added = fake.workspaces.add();
    const { id } = added;
    expect(added).toEqual({ id, name: 'Workspace', createdAt: now, expiresAt: '2026-01-08T00:00:00.000Z' });
    const config = { cors: noCors, defaultResponseHeaders: {}, upstreams: [] };
    const configuration = { id, type: 'REST', title: 'Workspace', config, ...times };
    expect(fake.workspaces.getConfiguration(id)).toEqual(configuration);
    expect(dataAt(fake, workspacesPath)).toEqual([added]);
    expect(dataAt(fake, activityPath(id))).toEqual([]);
    expect(dataAt(fake, `/configuration/workspace/${id}`)).toEqual(configuration);
    const other = fake.workspaces.add({ name: 'Checkout', configuration: { title: 'Defaults' } });
    expect(other.name).toBe('Checkout');
    expect(fake.workspaces.getConfiguration(other.id)).toMatchObject({ id: other.id, title: 'Defaults' });
  });

  test('an added workspace expires a week after its creation time, but not after the last time', () => {
    const { workspaces } = createFakeServer({ seed: {} });
    const expiryOf = (createdAt: string) => workspaces.add({ createdAt }).expiresAt;
    expect(expiryOf('2020-01-01T00:00:00.000Z')).toBe('2020-01-08T00:00:00.000Z');
    expect(expiryOf('9999-12-30T00:00:00.000Z')).toBe('9999-12-31T23:59:59.999Z');
  });

  test('a workspace that is given only an earlier expiry is created a week before it', () => {
    const expected = { createdAt: '2019-12-25T00:00:00.000Z', expiresAt: '2020-01-01T00:00:00.000Z' };
    const { expiresAt } = expected;
    const { workspaces } = createFakeServer({ seed: { workspaces: [{ id: idOf(1), expiresAt }] } });
    expect(workspaces.get(idOf(1))).toMatchObject(expected);
    expect(workspaces.add({ expiresAt })).toMatchObject(expected);
    expect(workspaces.update(workspaces.add().id, { expiresAt })).toMatchObject(expected);
    expect(createExamples().workspace({ expiresAt })).toMatchObject(expected);
    expect(workspaces.add({ expiresAt: now })).toMatchObject({ createdAt: '2025-12-25T00:00:00.000Z' });
    expect(workspaces.update(idOf(1), { createdAt: now }).expiresAt).toBe('2026-01-08T00:00:00.000Z');
  });

  test('`fake.workspaces.update` changes a workspace, but keeps its log', () => {
    const activity = { [idOf(1)]: [activityEntry(2)] };
    const fake = createFakeServer({ seed: { workspaces: [workspace(1)], activity } });
    const configuration = { config: { upstreams: [{ name: 'a', url: 'https://a.example' }] } };
    // A caller that does not use TypeScript may pass an id. The workspace keeps its own.
    fake.workspaces.update(idOf(1), Object.assign({ id: idOf(9) }, { name: 'Renamed' }));
    fake.workspaces.update(idOf(1), { configuration });
    fake.workspaces.update(idOf(1), { configuration: { title: 'Defaults' } });
    expect(fake.workspaces.get(idOf(1))).toEqual(workspace(1, { name: 'Renamed' }));
    expect(fake.workspaces.getConfiguration(idOf(1))).toMatchObject({
      ...configuration,
      title: 'Defaults',
    });
    expect(fake.activity.list(idOf(1))).toEqual([activityEntry(2)]);
  });
});

import { createFakeServer } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { activityEntry, idOf, mockService, workspace } from '../support/samples.ts';
import { dataAt, send } from '../support/wire.ts';

const single = '/configuration/mock-service';
const now = '2026-01-01T00:00:00.000Z';

describe('mock service fixtures', () => {
  test('agree with the endpoints, both ways', () => {
    const fake = createFakeServer({ seed: {} });
    const added = fake.mockServices.add({
      title: 'Catalogue',
      config: { cors: { allowedMethods: ['GET'] } },
    });
    expect(added).toEqual({
      id: added.id,
      type: 'REST',
      title: 'Catalogue',
      config: {
        cors: { allowedOrigins: [], allowedMethods: ['GET'], allowedHeaders: [] },
        defaultResponseHeaders: {},
        upstreams: [],
      },
      createdAt: now,
      updatedAt: now,
    });
    expect(dataAt(fake, `${single}/${added.id}`)).toEqual(added);
    send(fake, 'PUT', `${single}/${added.id}`, { data: { ...added, title: 'Renamed' } });
    expect(fake.mockServices.get(added.id.toUpperCase())?.title).toBe('Renamed');
    expect(fake.mockServices.list().map(({ title }) => title)).toEqual(['Renamed']);
  });

  test('take a whole mock service, with fields that the interface does not name', () => {
    const fake = createFakeServer({ seed: {} });
    const whole = { ...mockService(7), team: { name: 'shop' } };
    expect(fake.mockServices.add(whole)).toEqual(whole);
  });

  test('update field by field, in place', () => {
    const fake = createFakeServer({ seed: { mockServices: [mockService(1), mockService(2)] } });
    const config = { cors: { allowedHeaders: ['x-a'] }, upstreams: [] };
    const changed = fake.mockServices.update(idOf(1), { title: 'Changed', config });
    expect(changed).toEqual({
      ...mockService(1),
      title: 'Changed',
      config: {
        ...mockService(1).config,
        cors: { ...mockService(1).config.cors, allowedHeaders: ['x-a'] },
        upstreams: [],
      },
      updatedAt: now,
    });
    expect(fake.mockServices.list()).toEqual([changed, mockService(2)]);
  });

  test('remove', () => {
    const fake = createFakeServer({ seed: { mockServices: [mockService(1)] } });
    expect(fake.mockServices.remove(idOf(1))).toBe(true);
    expect(fake.mockServices.remove(idOf(1))).toBe(false);
    expect(fake.mockServices.get(idOf(1))).toBeUndefined();
    expect(send(fake, 'GET', `${single}/${idOf(1)}`).status).toBe(404);
  });

  test('return copies: changing them changes nothing', () => {
    const fake = createFakeServer({ seed: {} });
    const added = fake.mockServices.add();
    added.config.upstreams.push({ name: 'x', url: 'https://x.example' });
    fake.mockServices.list()[0]?.config.cors.allowedMethods.push('GET');
    expect(fake.mockServices.get(added.id)?.config).toMatchObject({
      upstreams: [],
      cors: { allowedMethods: [] },
    });
  });
});

describe('workspace fixtures', () => {
  test('agree with the endpoints, with an empty log and a configuration', () => {
    const fake = createFakeServer({ seed: {} });
    const added = fake.workspaces.add({ name: 'Checkout', configuration: { title: 'Defaults' } });
    expect(added).toMatchObject({ name: 'Checkout', createdAt: now, expiresAt: '2026-01-08T00:00:00.000Z' });
    expect(dataAt(fake, '/configuration/workspaces')).toEqual([added]);
    expect(dataAt(fake, `/workspace/${added.id}/activity`)).toEqual([]);
    expect(dataAt(fake, `/configuration/workspace/${added.id}`)).toEqual(
      fake.workspaces.getConfiguration(added.id),
    );
    expect(fake.workspaces.getConfiguration(added.id)).toMatchObject({ id: added.id, title: 'Defaults' });
  });

  test('update the configuration too, and remove the log too', () => {
    const fake = createFakeServer({
      seed: { workspaces: [workspace(1)], activity: { [idOf(1)]: [activityEntry(2)] } },
    });
    const configuration = { config: { upstreams: [{ name: 'a', url: 'https://a.example' }] } };
    fake.workspaces.update(idOf(1), { name: 'Renamed' });
    fake.workspaces.update(idOf(1), { configuration });
    expect(fake.workspaces.get(idOf(1))).toEqual(workspace(1, { name: 'Renamed' }));
    expect(fake.workspaces.getConfiguration(idOf(1))).toMatchObject({
      ...configuration,
      title: 'Workspace 1',
    });
    expect(fake.activity.list(idOf(1))).toEqual([activityEntry(2)]);
    expect(fake.workspaces.remove(idOf(1))).toBe(true);
    expect(fake.workspaces.remove(idOf(1))).toBe(false);
    expect(send(fake, 'GET', `/workspace/${idOf(1)}/activity`).status).toBe(404);
    expect(fake.workspaces.getConfiguration(idOf(1))).toBeUndefined();
  });
});

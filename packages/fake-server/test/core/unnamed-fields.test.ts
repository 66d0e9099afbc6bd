import { createFakeServer } from '@mock-services/fake-server/core';
import { expect, test } from 'vitest';
import { activityEntry, idOf, mockService, workspace } from '../support/samples.ts';
import { everythingOf } from '../support/wire.ts';

test('fields that the interface does not name are left alone, whatever they are called', () => {
  const time = '2030-01-01T00:00:00.000Z';
  const own = { id: 'own', scenarioId: 'own', createdAt: time, timestamp: time };
  const nested = { ...own, data: own, config: own };
  const { config, ...service } = mockService(0xa1);
  const { metadata, request, response, ...entry } = activityEntry(0xa5);
  const [upstream = { name: 'live', url: 'https://a.test' }] = config.upstreams;
  const mockServices = [
    {
      ...service,
      config: {
        ...config,
        ...nested,
        cors: { ...config.cors, ...nested },
        upstreams: [{ ...upstream, ...nested }],
      },
      timestamp: time,
      request: own,
    },
  ];
  const workspaces = [{ ...workspace(0xa1), updatedAt: time, config: own }];
  const log = [
    {
      ...entry,
      request: { ...request, ...nested },
      response: { ...response, ...nested },
      metadata: { ...metadata, id: 'own', createdAt: time, config: own },
      createdAt: time,
      data: own,
    },
  ];
  const seed = { mockServices, workspaces, activity: { [idOf(0xa1)]: log } };
  const fake = createFakeServer({ seed, identifierCase: 'upper', timestampFraction: 'trimmed' });
  const texts = everythingOf(fake).join(' ');
  expect(texts).not.toMatch(/OWN|2030-01-01T00:00:00Z/);
  expect(texts).not.toMatch(/abcdef|2025-\S{11}:00\.000Z/);
});

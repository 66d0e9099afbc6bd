import { createFakeServer, demoWorld } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { input } from '../support/samples.ts';
import { create, everythingOf, send } from '../support/wire.ts';

const [service, other] = demoWorld().mockServices;
const [workspace] = demoWorld().workspaces;

/** Changes everything that can be changed. */
function disturb(fake: ReturnType<typeof createFakeServer>): void {
  create(fake);
  const data = input({ title: 'changed' });
  expect(send(fake, 'PUT', `/configuration/mock-service/${service?.id}`, { data }).status).toBe(200);
  expect(send(fake, 'DELETE', `/configuration/mock-services/${other?.id}`).status).toBe(200);
  expect(send(fake, 'DELETE', `/workspace/${workspace?.id}/activity`).status).toBe(200);
  fake.clock.advance('1h');
}

describe('reset', () => {
  test('takes data, identifiers and clock back to the beginning, each time', () => {
    const fake = createFakeServer();
    const beginning = everythingOf(fake);
    const firstId = create(fake);
    for (let i = 0; i < 3; i += 1) {
      disturb(fake);
      expect(everythingOf(fake)).not.toEqual(beginning);
      fake.reset();
      expect(everythingOf(fake)).toEqual(beginning);
      expect(create(fake)).toBe(firstId);
    }
  });

  test('needs no this, nor do fetch and handle', async () => {
    const { reset, handle, fetch, baseUrl } = createFakeServer();
    reset();
    const path = '/configuration/workspaces';
    expect(await (await fetch(baseUrl + path)).text()).toBe(handle({ method: 'GET', path }).body);
  });
});

describe('two fake servers', () => {
  test('share nothing, not even when they have one seed', () => {
    const seed = demoWorld();
    const fake = createFakeServer({ seed });
    const twin = createFakeServer({ seed });
    const beginning = everythingOf(twin);
    disturb(fake);
    expect(everythingOf(twin)).toEqual(beginning);
    disturb(twin);
    fake.reset();
    expect(everythingOf(fake)).toEqual(beginning);
    expect(everythingOf(twin)).not.toEqual(beginning);
  });

  test('with the same seeds give the same bytes to the same calls', () => {
    const answers = [1, 2].map(() => {
      const fake = createFakeServer({ randomSeed: 42 });
      disturb(fake);
      disturb(createFakeServer());
      return [...everythingOf(fake), create(fake), create(fake)];
    });
    expect(answers[1]).toEqual(answers[0]);
  });

  test('with different random seeds make different identifiers', () => {
    const ids = [1, 2, 3, -1, 0, 2 ** 31].map((randomSeed) => create(createFakeServer({ randomSeed })));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('never give an identifier that is taken', () => {
    const first = createFakeServer({ seed: {} });
    const ids = [create(first), create(first)];
    const mockServices = ids.map((id) => ({
      id,
      ...input(),
      createdAt: '2025-01-01T00:00:00Z',
      updatedAt: '2025-01-01T00:00:00Z',
    }));
    const second = createFakeServer({ seed: { mockServices } });
    expect(ids).not.toContain(create(second));
  });

  test('leave a whole run of taken identifiers behind, again and again', () => {
    const first = createFakeServer({ seed: {} });
    const taken = new Set(Array.from({ length: 500 }, () => create(first)));
    const second = createFakeServer({ seed: first.snapshot().data });
    for (let i = 0; i < 500; i += 1) taken.add(create(second));
    expect(taken.size).toBe(1000);
  });
});

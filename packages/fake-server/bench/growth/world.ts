/** Worlds of any size, and what is done in them. */
import { createFakeServer, type FakeServer, type FakeServerOptions } from '@mock-services/fake-server/core';
import { endpoints, expandPath, type Workspace } from '@mock-services/sdk/contract';
import { constant, linear, type Probe } from '../../../../tools/bench/growth.ts';
import { activityEntries, idOf, mockServices } from '../samples.ts';

export interface World {
  readonly size: number;
  readonly fake: FakeServer;
}

/** The workspace whose log is filled. */
export const workspaceId = idOf(0);

export const paths = {
  mockServices: endpoints.listMockServices.path,
  workspaces: endpoints.listWorkspaces.path,
  create: endpoints.createMockService.path,
  activity: expandPath(endpoints.listActivity.path, { workspaceId }),
  mockService: (id: string) => expandPath(endpoints.getMockService.path, { mockServiceId: id }),
  deleted: (id: string) => expandPath(endpoints.deleteMockService.path, { mockServiceId: id }),
  configuration: (id: string) => expandPath(endpoints.getWorkspaceConfiguration.path, { workspaceId: id }),
} as const;

export const json = { 'content-type': 'application/json' };

/** So many mock services, workspaces, and entries in the log of the first workspace. */
export function seedOf(size: number) {
  return {
    mockServices: mockServices(size),
    workspaces: workspacesOf(size),
    activity: { [workspaceId]: activityEntries(size) },
  };
}

function workspacesOf(count: number): Workspace[] {
  const createdAt = '2026-01-01T00:00:00.000Z';
  const expiresAt = '2027-01-01T00:00:00.000Z';
  return Array.from({ length: count }, (_, n) => ({ id: idOf(n), name: `Team ${n}`, createdAt, expiresAt }));
}

export function worldOf(size: number, options: FakeServerOptions = {}): World {
  const seed = seedOf(size);
  const fake = createFakeServer({ seed, maxActivityEntries: Number.POSITIVE_INFINITY, ...options });
  return { size, fake };
}

/** A fake server with one workspace. */
export function emptyFake(options: FakeServerOptions = {}): FakeServer {
  return worldOf(1, options).fake;
}

/** How many acts are measured at once, so that a reset before them weighs little. */
const batch = 10;

/** An act that takes the same time in a world of any size; each has a row of its own. */
export function inWorld(
  name: string,
  act: (world: World, id: string, n: number) => unknown,
  options?: FakeServerOptions,
): Probe {
  return constant(name, 2000, (size) => {
    const world = worldOf(size, options);
    return () => {
      world.fake.reset();
      for (let n = 0; n < batch; n += 1) act(world, idOf(n * Math.floor(size / batch)), n);
    };
  });
}

/** What reads a whole world, by its size. */
export function ofWorld(
  name: string,
  n: number,
  act: (world: World) => unknown,
  options?: FakeServerOptions,
): Probe {
  return linear(name, n, (size) => {
    const world = worldOf(size, options);
    return () => act(world);
  });
}

/** A value that a call has to throw, read as a test runner would. */
export function thrown(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return String(error);
  }
  throw new Error('this had to fail');
}

/** Fixtures and faults: any value is taken or rejected with an error of the tree, and the fake goes on responding. */
import { createFakeServer, isFakeServerError, type FaultOptions } from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { near } from '../mutation.ts';
import { anInput, ids, paths, world } from '../samples.ts';
import { attempt, checkServes, fail, toResponse, type Target } from '../target.ts';

interface Input {
  readonly kind: 'mock service' | 'workspace' | 'exchange' | 'changes' | 'fault';
  readonly value: unknown;
}

const fake = createFakeServer({ seed: world });
const { mockServiceId, workspaceId } = ids;

const add: Readonly<Record<Input['kind'], (value: never) => unknown>> = {
  'mock service': (value) => fake.mockServices.add(value),
  workspace: (value) => fake.workspaces.add(value),
  exchange: (value) => fake.activity.record(workspaceId, value),
  changes: (value) => fake.mockServices.update(mockServiceId, value),
  fault: (value) => fake.faults.add(value),
};

const fault: FaultOptions = {
  operation: 'listWorkspaces',
  status: 503,
  headers: { 'retry-after': '1' },
  body: { a: [1] },
  times: 2,
  delay: '1ms',
};
const exchange = {
  request: { path: '/orders', method: 'POST', headers: { accept: '*/*' }, body: { a: 1 } },
  response: { status: 201, body: 'ok' },
};

export const fixtures: Target<Input> = {
  inputs: fc.oneof(
    near(anInput, world.mockServices[0]).map((value) => ({ kind: 'mock service' as const, value })),
    near(anInput, { title: 'x' }).map((value) => ({ kind: 'changes' as const, value })),
    near(world.workspaces[0], { name: 'A', configuration: anInput }).map((value) => ({
      kind: 'workspace' as const,
      value,
    })),
    near(exchange, Object.values(world.activity)[0]?.[0]).map((value) => ({
      kind: 'exchange' as const,
      value,
    })),
    near(fault).map((value) => ({ kind: 'fault' as const, value })),
  ),
  check: ({ kind, value }) => {
    fake.reset();
    const before = JSON.stringify(fake.snapshot());
    const added = attempt(() => {
      add[kind](value as never);
      return true;
    }, isFakeServerError);
    if (!added && JSON.stringify(fake.snapshot()) !== before)
      fail('the world changed although the value was rejected');
    for (const path of paths) toResponse(fake.handle({ method: 'GET', path }));
    fake.faults.clear();
    checkServes(fake);
  },
};

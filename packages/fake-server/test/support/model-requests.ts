/** The steps that send requests. */
import type { ActivityEntry, OperationId } from '@mock-services/sdk/contract';
import type { WireResponse } from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Model, ModelRequest, Outcome } from './model.ts';
import {
  prefix,
  type Real,
  without,
  same,
  pick,
  title,
  isUpper,
  missing,
  idAt,
  step,
  clear,
} from './model-step.ts';
import { input } from './samples.ts';

const problem: Outcome = { status: 404, isProblem: true };
const full: Outcome = { status: 507 };
const unknown: Outcome = { status: 404 };

/** Sends a request to both, and compares the responses. */
function exchange(
  model: Model,
  real: Real,
  [operation, method, path, params, body]: [OperationId | undefined, string, string, object, unknown?],
  perform: () => Outcome,
): WireResponse {
  const text = body === undefined ? '' : JSON.stringify(body);
  const request = { method, path: prefix + path, body: text };
  const response = real.fake.handle({ ...request, headers: { 'Content-Type': 'application/json' } });
  if (response.fault) real.pending.push(response.fault);
  const expected = model.handle({ operation, params, ...request } as ModelRequest, perform);
  expect(response.status).toBe(expected.status);
  if (expected.body !== undefined) expect(JSON.parse(response.body)).toEqual(expected.body);
  return response;
}

export const requests = [
  step('POST', [title], (model, real, title) => {
    const taken = model.world.services.length;
    const ids = new Set(model.world.services.map(({ id }) => id.toLowerCase()));
    const response = exchange(
      model,
      real,
      ['createMockService', 'POST', '/configuration/mock-service', {}, input({ title })],
      () => {
        const id = real.fake.mockServices.list()[taken]?.id ?? missing;
        const isAdded = model.fits(() => model.addService(id, input({ title })));
        return isAdded ? { status: 201, body: { id }, isChange: true } : full;
      },
    );
    if (response.status !== 201) return;
    const { id } = JSON.parse(response.body) as { id: string };
    same(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id), true);
    same(ids.has(id), false);
  }),
  step('POST without config', [], (model, real) => {
    const body = { type: 'REST', title: 'ü' };
    exchange(model, real, ['createMockService', 'POST', '/configuration/mock-service', {}, body], () => ({
      status: 422,
      isProblem: true,
    }));
  }),
  step('PUT', [pick, isUpper, title], (model, real, index, upper, title) => {
    const mockServiceId = idAt(model.world.services, index, upper);
    const path = `/configuration/mock-service/${mockServiceId}`;
    const data = input({ title, type: 'SOAP' });
    exchange(model, real, ['updateMockService', 'PUT', path, { mockServiceId }, { data }], () => {
      const service = model.service(mockServiceId);
      if (!service) return unknown;
      const isUpdated = model.fits(() => model.updateService(service, data));
      return isUpdated ? { status: 200, body: { data: service }, isChange: true } : full;
    });
  }),
  step('DELETE', [pick, isUpper], (model, real, index, upper) => {
    const mockServiceId = idAt(model.world.services, index, upper);
    const path = `/configuration/mock-services/${mockServiceId}`;
    exchange(model, real, ['deleteMockService', 'DELETE', path, { mockServiceId }], () =>
      model.deleteService(mockServiceId) ? { status: 200, isChange: true } : unknown,
    );
  }),
  step('GET', [pick, isUpper], (model, real, index, upper) => {
    const mockServiceId = idAt(model.world.services, index, upper);
    const path = `/configuration/mock-service/${mockServiceId}`;
    exchange(model, real, ['getMockService', 'GET', path, { mockServiceId }], () => {
      const service = model.service(mockServiceId);
      return service ? { status: 200, body: { data: service } } : unknown;
    });
  }),
  step('GET list', [], (model, real) => {
    exchange(model, real, ['listMockServices', 'GET', '/configuration/mock-services', {}], () => ({
      status: 200,
      body: { data: model.world.services.map((one) => without(one, 'config')) },
    }));
  }),
  step('GET workspaces', [], (model, real) => {
    exchange(model, real, ['listWorkspaces', 'GET', '/configuration/workspaces', {}], () => {
      const listed = model.world.workspaces.filter((workspace) => !model.isExpired(workspace));
      return { status: 200, body: { data: listed.map((one) => without(one, 'configuration', 'log')) } };
    });
  }),
  step('GET configuration', [pick, isUpper], (model, real, index, upper) => {
    const workspaceId = idAt(model.world.workspaces, index, upper);
    const path = `/configuration/workspace/${workspaceId}`;
    exchange(model, real, ['getWorkspaceConfiguration', 'GET', path, { workspaceId }], () => {
      const outcome = workspaceStatus(model, workspaceId);
      const data = model.workspace(workspaceId)?.configuration;
      return outcome.status === 200 ? { ...outcome, body: { data } } : outcome;
    });
  }),
  step('GET activity', [pick, isUpper], (model, real, index, upper) => {
    const workspaceId = idAt(model.world.workspaces, index, upper);
    const path = `/workspace/${workspaceId}/activity`;
    const response = exchange(model, real, ['listActivity', 'GET', path, { workspaceId }], () =>
      workspaceStatus(model, workspaceId),
    );
    if (response.status !== 200) return;
    const { data } = JSON.parse(response.body) as { data: ActivityEntry[] };
    same(data, model.workspace(workspaceId)?.log);
  }),
  step('DELETE activity', [pick, isUpper], (model, real, index, upper) => {
    const workspaceId = idAt(model.world.workspaces, index, upper);
    const path = `/workspace/${workspaceId}/activity`;
    exchange(model, real, ['clearActivity', 'DELETE', path, { workspaceId }], () => {
      const outcome = workspaceStatus(model, workspaceId);
      const workspace = model.workspace(workspaceId);
      if (!workspace || outcome.status !== 200) return outcome;
      clear(model, workspace);
      return { ...outcome, isChange: true };
    });
  }),
  step('GET an unknown path', [fc.constantFrom('/nothing?q=%C3%BC', '/')], (model, real, path) => {
    exchange(model, real, [undefined, 'GET', path, {}], () => problem);
  }),
];

function workspaceStatus(model: Model, workspaceId: string): Outcome {
  const workspace = model.workspace(workspaceId);
  if (!workspace) return unknown;
  return { status: model.settings.onExpiry === 'gone' && model.isExpired(workspace) ? 410 : 200 };
}

/** The steps that call fixture functions. */
import { FakeServerError } from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { expect } from 'vitest';
import { failureOf } from './failure.ts';
import { iso, latest, type Model } from './model.ts';
import { start, idOf, same, pick, title, isUpper, missing, idAt, step, clear } from './model-step.ts';

/** Calls a fixture function that must refuse its argument, for example because an id is taken. */
export function refused(act: () => unknown): void {
  expect(failureOf(act)).toBeInstanceOf(FakeServerError);
}

/** Makes a change in both, or expects the fake server to refuse it because the data would exceed its limit. */
function write(model: Model, change: () => void, act: () => void): void {
  if (!model.fits(change)) return refused(act);
  act();
  model.save();
}

const emptyConfig = {
  cors: { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] },
  defaultResponseHeaders: {},
  upstreams: [],
};

/** Changes of a workspace's configuration. */
const configured = fc.constantFrom(undefined, {}, { title: 'Ö' });

export const fixtures = [
  step('mockServices.add', [fc.nat({ max: 6 }), isUpper, title], (model, { fake }, n, upper, title) => {
    const id = upper ? idOf(n) : idOf(n).toLowerCase();
    const add = () => fake.mockServices.add({ id, title });
    if (model.service(id)) return refused(add);
    write(model, () => model.addService(id, { type: 'REST', title, config: emptyConfig }), add);
  }),
  step(
    'mockServices.update',
    [pick, isUpper, title, fc.constantFrom({}, { updatedAt: '2026-02-03T04:05:06.7Z' })],
    (model, { fake }, index, upper, title, times) => {
      const id = idAt(model.world.services, index, upper);
      const service = model.service(id);
      const update = () => fake.mockServices.update(id, { title, ...times });
      if (!service) return refused(update);
      write(
        model,
        () => model.updateService(service, { title }, times),
        () => same(update(), service),
      );
    },
  ),
  step('mockServices.delete', [pick, isUpper], (model, { fake }, index, upper) => {
    const id = idAt(model.world.services, index, upper);
    const existed = model.deleteService(id);
    same(fake.mockServices.delete(id), existed);
    if (existed) model.save();
  }),
  step(
    'workspaces.add',
    [fc.nat({ max: 6 }), isUpper, fc.constantFrom(undefined, 1, 90_000_001), configured],
    (model, { fake }, n, upper, ms, configuration) => {
      const id = upper ? idOf(n) : idOf(n).toLowerCase();
      const draft = { id, name: 'Grün 🌱', ...(ms && { expiresAt: iso(model.world.now + ms) }) };
      const add = () => fake.workspaces.add({ ...draft, configuration });
      if (model.workspace(id)) return refused(add);
      const createdAt = iso(model.world.now);
      const { name, expiresAt = iso(Date.parse(createdAt) + 7 * 86_400_000) } = draft;
      const defaults = {
        id,
        type: 'REST',
        title: name,
        config: emptyConfig,
        createdAt,
        updatedAt: createdAt,
      };
      const workspace = { ...draft, createdAt, expiresAt, log: [] };
      const change = () => {
        model.stamp();
        model.world.workspaces.push({ ...workspace, configuration: { ...defaults, ...configuration } });
      };
      write(model, change, add);
    },
  ),
  step(
    'workspaces.update',
    [pick, isUpper, title, fc.constantFrom(undefined, 1, 90_000_001), configured],
    (model, { fake }, index, upper, name, ms, configuration) => {
      const id = idAt(model.world.workspaces, index, upper);
      const workspace = model.workspace(id);
      const earliest = Math.max(model.world.now, Date.parse(workspace?.createdAt ?? start));
      const changes = { name, ...(ms && { expiresAt: iso(earliest + ms) }) };
      const update = () => fake.workspaces.update(id, { ...changes, configuration });
      if (!workspace) return refused(update);
      const change = () => {
        const now = model.stamp();
        Object.assign(workspace, changes);
        const updatedAt = latest(workspace.configuration.createdAt, now);
        if (configuration) Object.assign(workspace.configuration, { updatedAt }, configuration);
      };
      write(model, change, update);
    },
  ),
  step('workspaces.delete', [pick, isUpper], (model, { fake }, index, upper) => {
    const id = idAt(model.world.workspaces, index, upper);
    const existed = model.deleteWorkspace(id);
    same(fake.workspaces.delete(id), existed);
    if (existed) model.save();
  }),
  step('activity.record', [pick, isUpper, fc.nat({ max: 9 })], (model, { fake }, index, upper, n) => {
    const workspaceId = idAt(model.world.workspaces, index, upper);
    const workspace = model.workspace(workspaceId);
    const id = upper ? idOf(n) : idOf(n).toLowerCase();
    const url = `https://shop.example/ü/${n}`;
    const scenario = { metadata: { scenarioId: missing } };
    const record = () => fake.activity.record(workspaceId, { id, request: { url, body: '🚀' }, ...scenario });
    if (!workspace || workspace.log.some((entry) => entry.id.toLowerCase() === id.toLowerCase()))
      return refused(record);
    write(model, () => model.record(workspace, { ...recorded(id, `/%C3%BC/${n}`), ...scenario }), record);
  }),
  step('activity.clear', [pick, isUpper], (model, { fake }, index, upper) => {
    const id = idAt(model.world.workspaces, index, upper);
    const workspace = model.workspace(id);
    if (!workspace) return refused(() => fake.activity.clear(id));
    fake.activity.clear(id);
    clear(model, workspace);
    model.save();
  }),
  step('activity.delete', [pick, pick, isUpper], (model, { fake }, index, at, upper) => {
    const workspace = model.world.workspaces[index];
    if (!workspace) return refused(() => fake.activity.delete(missing, missing));
    const id = idAt(workspace.log, at, upper);
    const rest = workspace.log.filter((entry) => entry.id.toLowerCase() !== id.toLowerCase());
    const existed = rest.length < workspace.log.length;
    same(fake.activity.delete(idAt([workspace], 0, !upper), id), existed);
    workspace.log = rest;
    if (existed) model.stamp();
    if (existed) model.save();
  }),
];

/** What the fake server records for a request with the body 🚀. */
function recorded(id: string, path: string) {
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  const request = { hostname: 'shop.example', port: 443, path, method: 'POST', headers };
  const response = { statusCode: 200, headers: {}, bodyBase64Encoded: '', responseTimeMs: 0 };
  return { id, request: { ...request, bodyBase64Encoded: '8J+agA==' }, response };
}

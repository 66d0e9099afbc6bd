import type { MockService, MockServiceSummary } from '@mock-services/sdk/contract';
import { demoSeed } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { activityPath, mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { activityEntry, idOf, input, mockService, workspace } from '../support/samples.ts';
import { connect, type Setup } from './adapter.ts';

const pathOf = (n: number) => `${mockServicePath}/${idOf(n)}`;
const logOf = (n: number) => activityPath(idOf(n));

const summaryOf = ({ id, type, title, createdAt, updatedAt }: MockService): MockServiceSummary => ({
  id,
  type,
  title,
  createdAt,
  updatedAt,
});

export function resourceBehavior(setup: Setup): void {
  describe('mock services', () => {
    const seed = { mockServices: [mockService(1), mockService(2), mockService(3)] };

    test('mock services are listed in insertion order without their configurations', async () => {
      const call = await connect(setup);
      const response = await call('GET', mockServicesPath);
      expect(response.status).toBe(200);
      expect(response.json()).toEqual({ data: demoSeed().mockServices.map(summaryOf) });
    });

    test('reading a mock service returns its configuration', async () => {
      const call = await connect(setup, { seed });
      const response = await call('GET', pathOf(2));
      expect(response.status).toBe(200);
      expect(response.json()).toEqual({ data: mockService(2) });
    });

    test('a mock service can be read by its id in upper or lower case', async () => {
      const id = 'abcdefab-cdef-4abc-8def-abcdefabcdef';
      const call = await connect(setup, { seed: { mockServices: [mockService(1, { id })] } });
      const response = await call('GET', `${mockServicePath}/${id.toUpperCase()}`);
      expect(response.json()).toEqual({ data: mockService(1, { id }) });
    });

    test('creating a mock service appends it to the list and returns only its id', async () => {
      const call = await connect(setup, { seed });
      const created = await call('POST', mockServicePath, { body: input({ title: 'New' }) });
      expect(created.status).toBe(201);
      const body = created.json() as { id: string };
      expect(Object.keys(body)).toEqual(['id']);
      expect(body.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      const now = '2026-01-01T00:00:00.000Z';
      const stored = { ...input({ title: 'New' }), id: body.id, createdAt: now, updatedAt: now };
      expect((await call('GET', `${mockServicePath}/${body.id}`)).json()).toEqual({ data: stored });
      const listed = (await call('GET', mockServicesPath)).json();
      expect(listed).toEqual({ data: [...seed.mockServices, stored].map(summaryOf) });
    });

    test('mock services that are created concurrently have unique ids', async () => {
      const call = await connect(setup, { seed });
      const creates = Array.from({ length: 10 }, () => call('POST', mockServicePath, { body: input() }));
      const responses = await Promise.all(creates);
      expect(new Set(responses.map(({ text }) => text)).size).toBe(10);
    });

    test('updating a mock service keeps its list position and sets a later `updatedAt`', async () => {
      const call = await connect(setup, { seed });
      const data = input({ title: 'Renamed', config: { ...input().config, upstreams: [] } });
      const response = await call('PUT', pathOf(2), { body: { data } });
      expect(response.status).toBe(200);
      const updated = mockService(2, { ...data, updatedAt: '2026-01-01T00:00:00.000Z' });
      expect(response.json()).toEqual({ data: updated });
      expect((await call('GET', pathOf(2))).json()).toEqual({ data: updated });
      expect((await call('GET', mockServicesPath)).json()).toHaveProperty('data.1.title', 'Renamed');
      const again = await call('PUT', pathOf(2), { body: { data } });
      expect(again.json()).toHaveProperty('data.updatedAt', '2026-01-01T00:00:00.001Z');
    });

    test('DELETE on the plural path deletes a mock service and returns an empty body', async () => {
      const call = await connect(setup, { seed });
      const response = await call('DELETE', `${mockServicesPath}/${idOf(2)}`);
      expect(response.status).toBe(200);
      expect(response.bytes).toHaveLength(0);
      const listed = (await call('GET', mockServicesPath)).json() as { data: { id: string }[] };
      expect(listed.data.map(({ id }) => id)).toEqual([idOf(1), idOf(3)]);
      expect((await call('GET', pathOf(2))).status).toBe(404);
      expect((await call('DELETE', `${mockServicesPath}/${idOf(2)}`)).status).toBe(404);
    });

    test('mock services keep fields that the interface does not define', async () => {
      const call = await connect(setup, { seed });
      const data = { ...input(), owner: { team: 'shop' }, config: { ...input().config, retries: 3 } };
      const { id } = (await call('POST', mockServicePath, { body: data })).json() as { id: string };
      expect((await call('GET', `${mockServicePath}/${id}`)).json()).toMatchObject({ data });
      const put = await call('PUT', `${mockServicePath}/${id}`, { body: { data: { ...data, owner: null } } });
      expect(put.json()).toMatchObject({ data: { ...data, owner: null } });
    });

    test('the server sets the id and timestamps of a mock service, whatever clients send', async () => {
      const call = await connect(setup, { seed });
      const time = '1999-01-01T00:00:00.000Z';
      const forged = { ...input(), id: idOf(1), createdAt: time, updatedAt: time };
      const { id } = (await call('POST', mockServicePath, { body: forged })).json() as { id: string };
      expect(id).not.toBe(forged.id);
      expect((await call('GET', `${mockServicePath}/${id}`)).text).not.toContain('1999');
      const put = await call('PUT', pathOf(2), { body: { data: forged } });
      expect(put.json()).toMatchObject({ data: { id: idOf(2), createdAt: mockService(2).createdAt } });
      expect(put.text).not.toContain('1999');
    });
  });

  describe('workspaces', () => {
    test('workspaces are listed in insertion order, including expired workspaces', async () => {
      const call = await connect(setup, { seed: { workspaces: [workspace(2), workspace(1)] } });
      const response = await call('GET', workspacesPath);
      expect(response.status).toBe(200);
      expect(response.json()).toEqual({ data: [workspace(2), workspace(1)] });
    });

    test('the workspace list ignores the query string and returns all workspaces', async () => {
      const call = await connect(setup, { seed: { workspaces: [workspace(1), workspace(2)] } });
      const response = await call('GET', `${workspacesPath}?limit=1&page=%E0%A4%A`);
      expect(response.json()).toHaveProperty('data.length', 2);
    });

    test('reading the configuration of a workspace returns the configuration in the seed', async () => {
      const configurations = { [idOf(1)]: mockService(7, { title: 'Own' }) };
      const call = await connect(setup, { seed: { workspaces: [workspace(1)], configurations } });
      const response = await call('GET', `/configuration/workspace/${idOf(1)}`);
      expect(response.status).toBe(200);
      expect(response.json()).toEqual({ data: mockService(7, { title: 'Own' }) });
    });

    test('a workspace has an empty configuration if the seed does not define one', async () => {
      const call = await connect(setup, { seed: { workspaces: [workspace(1)] } });
      const { id, name: title, createdAt } = workspace(1);
      const cors = { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] };
      const config = { cors, defaultResponseHeaders: {}, upstreams: [] };
      expect((await call('GET', `/configuration/workspace/${id}`)).json()).toEqual({
        data: { id, type: 'REST', title, config, createdAt, updatedAt: createdAt },
      });
    });
  });

  describe('activity', () => {
    const seed = {
      workspaces: [workspace(1), workspace(2), workspace(3)],
      activity: { [idOf(1)]: [activityEntry(12), activityEntry(11)], [idOf(2)]: [activityEntry(21)] },
    };

    test('reading the activity log returns the entries as they were recorded', async () => {
      const call = await connect(setup, { seed });
      const response = await call('GET', logOf(1));
      expect(response.status).toBe(200);
      expect(response.json()).toEqual({ data: [activityEntry(12), activityEntry(11)] });
      expect((await call('GET', logOf(3))).text).toBe('{"data":[]}');
    });

    test.each([1, 3])(
      'clearing the log of workspace %i keeps other logs and returns an empty body',
      async (n) => {
        const call = await connect(setup, { seed });
        const response = await call('DELETE', logOf(n));
        expect(response.status).toBe(200);
        expect(response.bytes).toHaveLength(0);
        expect((await call('GET', logOf(n))).json()).toEqual({ data: [] });
        expect((await call('GET', logOf(2))).json()).toEqual({ data: [activityEntry(21)] });
      },
    );
  });
}

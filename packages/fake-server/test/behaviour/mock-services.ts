/** Operations 3 to 7. */
import type { MockService, MockServiceSummary } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import { demoWorld } from '@mock-services/fake-server';
import { idOf, input, mockService } from '../support/samples.ts';
import { connect, type Setup } from './face.ts';

const list = '/configuration/mock-services';
const single = '/configuration/mock-service';
const seed = { mockServices: [mockService(1), mockService(2), mockService(3)] };

export function mockServiceBehaviour(setup: Setup): void {
  describe('mock services', () => {
    test('are listed in insertion order, without their configurations', async () => {
      const call = await connect(setup);
      const response = await call('GET', list);
      expect(response.status).toBe(200);
      expect(response.json()).toEqual({
        data: demoWorld().mockServices.map(summaryOf),
      });
    });

    test('are returned with their configuration', async () => {
      const call = await connect(setup, { seed });
      const response = await call('GET', `${single}/${idOf(2)}`);
      expect(response.status).toBe(200);
      expect(response.json()).toEqual({ data: mockService(2) });
    });

    test('are found by an id in any letter case', async () => {
      const id = 'abcdefab-cdef-4abc-8def-abcdefabcdef';
      const call = await connect(setup, { seed: { mockServices: [mockService(1, { id })] } });
      const response = await call('GET', `${single}/${id.toUpperCase()}`);
      expect(response.json()).toEqual({ data: mockService(1, { id }) });
    });

    test('are created at the end of the list, and only their id is returned', async () => {
      const call = await connect(setup, { seed });
      const created = await call('POST', single, { body: input({ title: 'New' }) });
      expect(created.status).toBe(201);
      const body = created.json() as { id: string };
      expect(Object.keys(body)).toEqual(['id']);
      const { id } = body;
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      const now = '2026-01-01T00:00:00.000Z';
      const read = await call('GET', `${single}/${id}`);
      expect(read.json()).toEqual({
        data: { ...input({ title: 'New' }), id, createdAt: now, updatedAt: now },
      });
      const listed = (await call('GET', list)).json();
      expect(listed).toHaveProperty('data.length', 4);
      expect(listed).toHaveProperty('data.3', {
        id,
        type: 'REST',
        title: 'New',
        createdAt: now,
        updatedAt: now,
      });
    });

    test('get unique ids when they are created at once', async () => {
      const call = await connect(setup, { seed });
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => call('POST', single, { body: input() })),
      );
      expect(new Set(responses.map(({ text }) => text)).size).toBe(10);
    });

    test('are replaced in their place in the list, with a later updatedAt', async () => {
      const call = await connect(setup, { seed });
      const data = input({ title: 'Renamed', config: { ...input().config, upstreams: [] } });
      const response = await call('PUT', `${single}/${idOf(2)}`, { body: { data } });
      expect(response.status).toBe(200);
      const updated = mockService(2, { ...data, updatedAt: '2026-01-01T00:00:00.000Z' });
      expect(response.json()).toEqual({ data: updated });
      expect((await call('GET', `${single}/${idOf(2)}`)).json()).toEqual({ data: updated });
      expect((await call('GET', list)).json()).toHaveProperty('data.1.title', 'Renamed');
      const again = await call('PUT', `${single}/${idOf(2)}`, { body: { data } });
      expect(again.json()).toHaveProperty('data.updatedAt', '2026-01-01T00:00:00.001Z');
    });

    test('are deleted at the plural path, with an empty body', async () => {
      const call = await connect(setup, { seed });
      const response = await call('DELETE', `${list}/${idOf(2)}`);
      expect(response.status).toBe(200);
      expect(response.bytes).toHaveLength(0);
      const listed = (await call('GET', list)).json() as { data: { id: string }[] };
      expect(listed.data.map(({ id }) => id)).toEqual([idOf(1), idOf(3)]);
      expect((await call('GET', `${single}/${idOf(2)}`)).status).toBe(404);
      expect((await call('DELETE', `${list}/${idOf(2)}`)).status).toBe(404);
    });

    test('keep the fields that the interface does not name', async () => {
      const call = await connect(setup, { seed });
      const data = { ...input(), owner: { team: 'shop' }, config: { ...input().config, retries: 3 } };
      const { id } = (await call('POST', single, { body: data })).json() as { id: string };
      expect((await call('GET', `${single}/${id}`)).json()).toMatchObject({ data });
      const put = await call('PUT', `${single}/${id}`, { body: { data: { ...data, owner: null } } });
      expect(put.json()).toMatchObject({ data: { ...data, owner: null } });
    });

    test('have the id and times of the server, whatever was sent', async () => {
      const call = await connect(setup, { seed });
      const forged = {
        id: idOf(1),
        createdAt: '1999-01-01T00:00:00.000Z',
        updatedAt: '1999-01-01T00:00:00.000Z',
      };
      const created = (await call('POST', single, { body: { ...input(), ...forged } })).json() as {
        id: string;
      };
      expect(created.id).not.toBe(forged.id);
      expect((await call('GET', `${single}/${created.id}`)).text).not.toContain('1999');
      const put = await call('PUT', `${single}/${idOf(2)}`, { body: { data: { ...input(), ...forged } } });
      expect(put.json()).toMatchObject({ data: { id: idOf(2), createdAt: mockService(2).createdAt } });
      expect(put.text).not.toContain('1999');
    });
  });
}

function summaryOf({ id, type, title, createdAt, updatedAt }: MockService): MockServiceSummary {
  return { id, type, title, createdAt, updatedAt };
}

/** Operations 8 and 9. */
import { describe, expect, test } from 'vitest';
import { idOf, mockService, workspace } from '../support/samples.ts';
import { connect, type Setup } from './face.ts';

const list = '/configuration/workspaces';

export function workspaceBehaviour(setup: Setup): void {
  describe('workspaces', () => {
    test('are listed in insertion order, expired ones too', async () => {
      const call = await connect(setup, { seed: { workspaces: [workspace(2), workspace(1)] } });
      const response = await call('GET', list);
      expect(response.status).toBe(200);
      expect(response.json()).toEqual({ data: [workspace(2), workspace(1)] });
    });

    test('are all listed, whatever the query string says', async () => {
      const call = await connect(setup, { seed: { workspaces: [workspace(1), workspace(2)] } });
      expect((await call('GET', `${list}?limit=1&page=%E0%A4%A`)).json()).toHaveProperty('data.length', 2);
    });

    test('have the configuration that the seed gives them', async () => {
      const configurations = { [idOf(1)]: mockService(7, { title: 'Own' }) };
      const call = await connect(setup, { seed: { workspaces: [workspace(1)], configurations } });
      const response = await call('GET', `/configuration/workspace/${idOf(1)}`);
      expect(response.status).toBe(200);
      expect(response.json()).toEqual({ data: mockService(7, { title: 'Own' }) });
    });

    test('have an empty configuration of their own otherwise', async () => {
      const call = await connect(setup, { seed: { workspaces: [workspace(1)] } });
      const { id, name: title, createdAt } = workspace(1);
      const cors = { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] };
      const config = { cors, defaultResponseHeaders: {}, upstreams: [] };
      expect((await call('GET', `/configuration/workspace/${id}`)).json()).toEqual({
        data: { id, type: 'REST', title, config, createdAt, updatedAt: createdAt },
      });
    });
  });
}

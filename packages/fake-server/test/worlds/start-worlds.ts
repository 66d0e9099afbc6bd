/** Creates worlds and requests for tests. */
import {
  createFakeServer,
  createWorlds,
  type WireRequest,
  type Worlds,
} from '@mock-services/fake-server/core';
import { mockService } from '../support/samples.ts';

export const seed = { mockServices: [mockService(1), mockService(2)] };

export function startWorlds(options: Partial<Parameters<typeof createWorlds>[0]> = {}): Worlds {
  return createWorlds({ create: () => createFakeServer({ seed }), ...options });
}

export const get = (path: string, headers: Record<string, string> = {}): WireRequest => ({
  method: 'GET',
  path,
  headers,
});

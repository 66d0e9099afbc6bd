import { createClient } from '@mock-services/sdk';

export function connect(baseUrl) {
  // The largest logs take longer than the default time-outs allow.
  const client = createClient({ baseUrl, timeout: false, totalTimeout: false });
  const { activity, mockServices, workspaces } = client;
  return {
    listActivity: (id) => activity.list(id),
    clearActivity: (id) => activity.clear(id),
    listMockServices: () => mockServices.list(),
    getMockService: (id) => mockServices.get(id),
    createMockService: (input) => mockServices.create(input),
    updateMockService: (id, input) => mockServices.update(id, input),
    deleteMockService: (id) => mockServices.delete(id),
    listWorkspaces: () => workspaces.list(),
    getWorkspaceConfiguration: (id) => workspaces.getConfiguration(id),
  };
}

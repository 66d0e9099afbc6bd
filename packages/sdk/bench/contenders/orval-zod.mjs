import * as api from './generated/orval-zod.mjs';

export function connect(baseUrl) {
  // Where the generated code was told to look for it.
  globalThis.orvalBaseUrl = baseUrl;
  const data = async (response) => (await response).data;
  return {
    listActivity: (id) => data(api.listActivity(id)),
    clearActivity: (id) => data(api.clearActivity(id)),
    listMockServices: () => data(api.listMockServices()),
    getMockService: (id) => data(api.getMockService(id)),
    createMockService: (input) => data(api.createMockService(input)),
    updateMockService: (id, input) => data(api.updateMockService(id, { data: input })),
    deleteMockService: (id) => data(api.deleteMockService(id)),
    listWorkspaces: () => data(api.listWorkspaces()),
    getWorkspaceConfiguration: (id) => data(api.getWorkspaceConfiguration(id)),
  };
}

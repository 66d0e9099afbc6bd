import * as sdk from './generated/hey-api-zod.mjs';

export function connect(baseUrl) {
  sdk.client.setConfig({ baseUrl });
  const data = async (response) => (await response).data;
  const workspace = (workspaceId) => ({ path: { workspaceId }, throwOnError: true });
  const service = (mockServiceId) => ({ path: { mockServiceId }, throwOnError: true });
  return {
    listActivity: (id) => data(sdk.listActivity(workspace(id))),
    clearActivity: (id) => data(sdk.clearActivity(workspace(id))),
    listMockServices: () => data(sdk.listMockServices({ throwOnError: true })),
    getMockService: (id) => data(sdk.getMockService(service(id))),
    createMockService: (body) => data(sdk.createMockService({ body, throwOnError: true })),
    updateMockService: (id, input) => data(sdk.updateMockService({ ...service(id), body: { data: input } })),
    deleteMockService: (id) => data(sdk.deleteMockService(service(id))),
    listWorkspaces: () => data(sdk.listWorkspaces({ throwOnError: true })),
    getWorkspaceConfiguration: (id) => data(sdk.getWorkspaceConfiguration(workspace(id))),
  };
}

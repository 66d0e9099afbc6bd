import createClient from 'openapi-fetch';

export function connect(baseUrl) {
  const api = createClient({ baseUrl });
  const workspace = (workspaceId) => ({ params: { path: { workspaceId } } });
  const service = (mockServiceId) => ({ params: { path: { mockServiceId } } });
  const single = '/configuration/mock-service/{mockServiceId}';
  const activity = '/workspace/{workspaceId}/activity';
  return {
    listActivity: (id) => api.GET(activity, workspace(id)),
    clearActivity: (id) => api.DELETE(activity, workspace(id)),
    listMockServices: () => api.GET('/configuration/mock-services'),
    getMockService: (id) => api.GET(single, service(id)),
    createMockService: (body) => api.POST('/configuration/mock-service', { body }),
    updateMockService: (id, input) => api.PUT(single, { ...service(id), body: { data: input } }),
    deleteMockService: (id) => api.DELETE('/configuration/mock-services/{mockServiceId}', service(id)),
    listWorkspaces: () => api.GET('/configuration/workspaces'),
    getWorkspaceConfiguration: (id) => api.GET('/configuration/workspace/{workspaceId}', workspace(id)),
  };
}

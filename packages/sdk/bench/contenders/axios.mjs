import axios from 'axios';

export function connect(baseURL) {
  const api = axios.create({ baseURL });
  const data = async (response) => (await response).data;
  return {
    listActivity: (id) => data(api.get(`/workspace/${id}/activity`)),
    clearActivity: (id) => data(api.delete(`/workspace/${id}/activity`)),
    listMockServices: () => data(api.get('/configuration/mock-services')),
    getMockService: (id) => data(api.get(`/configuration/mock-service/${id}`)),
    createMockService: (input) => data(api.post('/configuration/mock-service', input)),
    updateMockService: (id, input) => data(api.put(`/configuration/mock-service/${id}`, { data: input })),
    deleteMockService: (id) => data(api.delete(`/configuration/mock-services/${id}`)),
    listWorkspaces: () => data(api.get('/configuration/workspaces')),
    getWorkspaceConfiguration: (id) => data(api.get(`/configuration/workspace/${id}`)),
  };
}

/** ky alone: its retries, time-outs and errors, without checks. */
import ky from 'ky';

export function connect(baseUrl) {
  const api = ky.create({ prefix: baseUrl, timeout: false });
  return {
    listActivity: (id) => api(`workspace/${id}/activity`).json(),
    clearActivity: (id) => api.delete(`workspace/${id}/activity`).text(),
    listMockServices: () => api('configuration/mock-services').json(),
    getMockService: (id) => api(`configuration/mock-service/${id}`).json(),
    createMockService: (input) => api.post('configuration/mock-service', { json: input }).json(),
    updateMockService: (id, input) =>
      api.put(`configuration/mock-service/${id}`, { json: { data: input } }).json(),
    deleteMockService: (id) => api.delete(`configuration/mock-services/${id}`).text(),
    listWorkspaces: () => api('configuration/workspaces').json(),
    getWorkspaceConfiguration: (id) => api(`configuration/workspace/${id}`).json(),
  };
}

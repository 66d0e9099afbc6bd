/** The least that could do: no checks, no errors, no retries. */
export function connect(baseUrl) {
  const call = async (path, method = 'GET', body) => {
    const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(baseUrl + path, body === undefined ? { method } : init);
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    listActivity: (id) => call(`/workspace/${id}/activity`),
    clearActivity: (id) => call(`/workspace/${id}/activity`, 'DELETE'),
    listMockServices: () => call('/configuration/mock-services'),
    getMockService: (id) => call(`/configuration/mock-service/${id}`),
    createMockService: (input) => call('/configuration/mock-service', 'POST', input),
    updateMockService: (id, input) => call(`/configuration/mock-service/${id}`, 'PUT', { data: input }),
    deleteMockService: (id) => call(`/configuration/mock-services/${id}`, 'DELETE'),
    listWorkspaces: () => call('/configuration/workspaces'),
    getWorkspaceConfiguration: (id) => call(`/configuration/workspace/${id}`),
  };
}

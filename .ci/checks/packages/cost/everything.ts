/** Uses all that `@mock-services/sdk` exports. Measures the work of the compiler, not its output. */
import {
  createClient,
  isAbortError,
  isApiError,
  isMockServicesError,
  isNetworkError,
  isParseError,
  isTimeoutError,
  isValidationError,
} from '@mock-services/sdk';
import type {
  ActivityEntry,
  AnyMockServicesError,
  Client,
  ClientOptions,
  MockService,
  MockServiceInput,
  RequestOptions,
  WithResponse,
} from '@mock-services/sdk';

const options: ClientOptions = {
  baseUrl: 'https://mocks.example.com/api',
  token: () => Promise.resolve('token'),
  headers: () => ({ 'x-tenant': 'shop' }),
  timeout: 5000,
  maxRetries: 1,
  validation: 'warn',
  onRequest: ({ operation, attempt }) => note(operation, attempt),
  onResponse: ({ status, durationMs }) => note(status, durationMs),
  onRetry: ({ reason, delayMs }) => note(reason, delayMs),
  onWarning: ({ kind, path, message }) => note(kind, path, message),
};

export const client: Client = createClient(options);

export async function callAll(
  id: string,
  input: MockServiceInput,
  each: RequestOptions,
): Promise<MockService> {
  const { mockServices, workspaces, activity } = client;
  const [first] = await mockServices.list(each);
  const created = await mockServices.create(input, each);
  const service: WithResponse<MockService> = await mockServices.get(created.id, each).withResponse();
  await mockServices.update(id, { ...service.data, title: first?.title ?? '' }, each);
  await mockServices.modify(id, (current) => ({ ...current, title: 'Orders' }), each);
  await using temporary = await mockServices.createTemporary(input, each);
  await mockServices.delete(temporary.id, each);
  for (const { id: workspaceId, expiresAt } of await workspaces.list(each)) {
    const { config } = await workspaces.getConfiguration(workspaceId, each);
    const entries: ActivityEntry[] = await activity.list(workspaceId, each);
    note(expiresAt, config.cors.allowedMethods, entries[0]?.metadata.scenarioId);
    await activity.clear(workspaceId, each);
  }
  await workspaces.mockServices.create(input, each);
  await workspaces.mockServices.update(id, input, each);
  await workspaces.mockServices.delete(id, each);
  return service.data;
}

export function describe(error: AnyMockServicesError): string {
  if (isApiError(error)) return `${error.status} ${error.retryAfterMs}`;
  if (isValidationError(error))
    return error.issues.map(({ path, expected }) => `${path}: ${expected}`).join();
  if (isTimeoutError(error)) return error.phase;
  if (isNetworkError(error) || isParseError(error) || isAbortError(error)) return error.message;
  return isMockServicesError(error) ? 'another' : 'none';
}

function note(...facts: readonly unknown[]): void {
  console.log(...facts);
}

import {
  type CaseResult,
  formatReport,
  type ObservedProfile,
  runConformance,
} from '@mock-services/conformance';
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { createWorker } from '@mock-services/fake-server/workers';
import {
  ApiError,
  createClient,
  isApiError,
  type MockService,
  type MockServiceInput,
} from '@mock-services/sdk';
import { createQueries } from '@mock-services/sdk/query';
import { endpoints, openPoints, type OperationId, type ResultOf } from '@mock-services/sdk/contract';

const fake = createFakeServer({});
const client = createClient({
  baseUrl: fake.baseUrl,
  fetch: fake.fetch,
  token: () => Promise.resolve('token'),
});

/** The result of every call must be typed, and not `any`. */
export async function useClient(input: MockServiceInput): Promise<MockService> {
  const { id } = await client.mockServices.create(input);
  // @ts-expect-error an identifier is a string
  const wrong: number = id;
  // @ts-expect-error the title is missing
  await client.mockServices.update(id, { type: 'REST', config: input.config, wrong });
  const { data, response } = await client.mockServices.get(id).withResponse();
  const status: number = response.status;
  if (status === 200) return data;
  throw new TypeError('The status is not 200.');
}

export async function useServe(): Promise<string> {
  const running = await serve(fake, { port: 0 });
  await running.close();
  return running.url;
}

export async function useActivity(workspaceId: string): Promise<string[]> {
  const log = await client.activity.list(workspaceId);
  return log.map(({ id }) => id);
}

export async function useConformance(onResult: (result: CaseResult) => void): Promise<string> {
  const report = await runConformance({ baseUrl: fake.baseUrl, fetch: fake.fetch, onResult });
  const profile: ObservedProfile = report.profile;
  return `${profile.version} ${formatReport(report)}`;
}

export async function useQueries(id: string): Promise<string[]> {
  const { mockServices } = createQueries(client, { prefix: 'mocks' });
  const services: MockService = await mockServices.get(id).queryFn({ signal: AbortSignal.timeout(1000) });
  return [services.title, ...mockServices.list().queryKey, ...mockServices.delete().mutationKey];
}

export function useContract(id: OperationId, result: ResultOf<'getMockService'>): string {
  const service: MockService = result.data;
  return `${endpoints[id].method} ${endpoints[id].path} ${openPoints.length} ${service.title}`;
}

export function statusOf(error: unknown): number | undefined {
  if (error instanceof ApiError) return error.status;
  return isApiError(error) ? error.status : undefined;
}

export const { worker, World } = createWorker((env: { readonly TOKEN: string }) => ({
  requiredToken: env.TOKEN,
}));

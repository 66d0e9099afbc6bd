import { createClient, type MockServiceInput, type OperationId } from '@mock-services/sdk';

export interface Session {
  /** Operations in the order of the calls. */
  readonly operations: readonly OperationId[];
  readonly violations: readonly string[];
}

const input: MockServiceInput = {
  type: 'REST',
  title: 'Zahlungen / 決済',
  config: {
    cors: {
      allowedOrigins: ['shop.example.com'],
      allowedMethods: ['GET', 'PATCH'],
      allowedHeaders: ['x-request-id'],
    },
    defaultResponseHeaders: {
      'x-flag': true,
      'x-text': 'a',
      'x-number': 1,
      'x-null': null,
      'x-list': ['a', {}],
    },
    upstreams: [{ name: 'production', url: 'https://payments.example.com/v2?region=eu' }],
  },
};

/** Calls each operation once. The client validates every response, so the promise rejects if a response is invalid. */
export async function session(baseUrl: string): Promise<Session> {
  const operations: OperationId[] = [];
  const violations: string[] = [];
  const recordingFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    violations.push(...violationsOf(response));
    return response;
  };
  const client = createClient({
    baseUrl,
    maxRetries: 0,
    onResponse: ({ operation }) => operations.push(operation),
    fetch: recordingFetch,
  });
  const [workspace] = await client.workspaces.list();
  if (workspace === undefined) throw new TypeError('The session needs a workspace.');
  await client.workspaces.getConfiguration(workspace.id);
  await client.activity.list(workspace.id);
  await client.mockServices.list();
  const { id } = await client.mockServices.create(input);
  await client.mockServices.get(id);
  await client.mockServices.update(id, { ...input, title: 'Payments' });
  await client.mockServices.delete(id);
  await client.activity.clear(workspace.id);
  return { operations, violations };
}

/** Prism reports violations of the document in a response header. */
export function violationsOf(response: Response): string[] {
  const header = response.headers.get('sl-violations');
  return header === null ? [] : [header];
}

import { createClient, type OperationId } from '@mock-services/sdk';
import {
  aMockService,
  anEntry,
  anInput,
  aWorkspace,
  workspaceId,
} from '../../packages/sdk/test/support/fixtures.ts';
import { type OperationCase, operationCases } from '../../packages/sdk/test/support/operations.ts';

export interface Session {
  /** Operations in the order of the calls. */
  readonly operations: readonly OperationId[];
  readonly violations: readonly string[];
}

const { config, ...rest } = anInput();
const headers = { 'x-flag': true, 'x-text': 'a', 'x-number': 1, 'x-null': null, 'x-list': ['a', {}] };
const input = { ...rest, config: { ...config, defaultResponseHeaders: headers } };

/** Data with the ids that the calls contain. */
export const seed = {
  mockServices: [aMockService()],
  workspaces: [aWorkspace()],
  activity: { [workspaceId]: [anEntry()] },
  configurations: { [workspaceId]: aMockService() },
};

/** Calls each operation. The client validates every response, so the promise rejects if a response is invalid. */
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
  const order = ({ method }: OperationCase) => (method === 'DELETE' ? 2 : 1);
  for (const { call } of operationCases.toSorted((a, b) => order(a) - order(b))) await call(client);
  await client.mockServices.create(input);
  return { operations, violations };
}

/** Prism reports violations of the document in a response header. */
export function violationsOf(response: Response): string[] {
  const header = response.headers.get('sl-violations');
  return header === null ? [] : [header];
}

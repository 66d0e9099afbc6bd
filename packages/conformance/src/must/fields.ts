/** The fields of mock services and workspaces (§2.1 to §2.4), and the conventions for all resources (§2). */
import {
  check,
  formatIssue,
  mockService,
  mockServiceSummary,
  workspace,
  type Schema,
} from '@mock-services/sdk/contract';
import { must, type ConformanceCase } from '../case.ts';
import { expectNone, shapeProblems } from '../expect.ts';
import { Failure } from '../outcome.ts';
import type { ConformanceContext } from '../service/context.ts';
import {
  existingResources,
  listedItems,
  readMockServices,
  readWorkspaces,
  withIdentifiers,
  type ItemRead,
} from '../service/existing.ts';
import { dataOf, listOf, recordOf } from '../service/http.ts';

export const fieldCases: readonly ConformanceCase[] = [
  must({
    id: 'identifiers-uuid',
    clause: '§2',
    title: 'Identifiers are strings in UUID form.',
    check: (context) => expectForm(context, /(^|\.)(id|scenarioId)$/),
  }),
  must({
    id: 'identifiers-distinct',
    clause: '§2.1',
    title: 'No two items of a list have the same identifier.',
    check: async (context) => {
      for (const operation of ['listMockServices', 'listWorkspaces'] as const) {
        const response = await context.read(operation);
        const ids = withIdentifiers(listOf(response) ?? []).map(({ id }) => id.toLowerCase());
        if (new Set(ids).size !== ids.length) {
          throw new Failure(`${response.request}: expected distinct identifiers, received one twice`);
        }
      }
    },
  }),
  must({
    id: 'timestamps-utc',
    clause: '§2',
    title: 'Timestamps are ISO 8601 strings in UTC.',
    check: (context) => expectForm(context, /(^|\.)(createdAt|updatedAt|expiresAt|timestamp)$/),
  }),
  must({
    id: 'mock-service-summary-fields',
    clause: '§2.1',
    operation: 'listMockServices',
    title: 'An item of the mock service list has id, type, title, createdAt and updatedAt.',
    check: async (context) => expectItems(mockServiceSummary, await listedItems(context, 'listMockServices')),
  }),
  must({
    id: 'mock-service-fields',
    clause: '§2.2 and §2.3',
    operation: 'getMockService',
    title: 'A mock service has the fields of its summary and config, with cors, headers and upstreams.',
    check: async (context) => expectMockServices(await readMockServices(context)),
  }),
  must({
    id: 'workspace-fields',
    clause: '§2.4',
    operation: 'listWorkspaces',
    title: 'An item of the workspace list has id, name, createdAt and expiresAt.',
    check: async (context) => expectItems(workspace, await listedItems(context, 'listWorkspaces')),
  }),
  must({
    id: 'workspace-expiry',
    clause: '§2.4',
    operation: 'listWorkspaces',
    title: 'A workspace expires later than it was created.',
    check: async (context) => {
      const items = await listedItems(context, 'listWorkspaces');
      expectNone(
        items.flatMap((item, i) => {
          const { createdAt, expiresAt } = recordOf(item) ?? {};
          return Date.parse(String(expiresAt)) <= Date.parse(String(createdAt))
            ? [`item[${i}].expiresAt: expected later than createdAt, received an earlier or the same time`]
            : [];
        }),
      );
    },
  }),
  must({
    id: 'workspace-configuration-shape',
    clause: '§4 rule 4',
    operation: 'getWorkspaceConfiguration',
    title: "A workspace's configuration has the shape of a mock service.",
    check: async (context) => expectMockServices(await readWorkspaces(context, 'getWorkspaceConfiguration')),
  }),
];

function expectItems(schema: Schema, items: readonly unknown[]): void {
  expectNone(items.flatMap((item, i) => shapeProblems(schema, item, `item[${i}]`)));
}

function expectMockServices(reads: readonly ItemRead[]): void {
  expectNone(
    reads.flatMap(({ response }) =>
      shapeProblems(mockService, dataOf(response), `${response.request}: data`),
    ),
  );
}

/** Checks the matching fields of every resource, whatever else may be wrong with it. */
async function expectForm(context: ConformanceContext, fields: RegExp): Promise<void> {
  const resources = await existingResources(context);
  expectNone(
    resources.flatMap(({ kind, schema, value }) =>
      check(schema, value)
        .filter(({ path }) => fields.test(path))
        .map((issue) => `${kind}: ${formatIssue(issue)}`),
    ),
  );
}

/** The fields of every resource (§2), and the conventions that hold for all of them. */
import {
  activityEntry,
  check,
  formatIssue,
  mockService,
  mockServiceSummary,
  workspace,
} from '@mock-services/sdk/contract';
import { dataIn, recordOf } from '../answer.ts';
import { must, type ConformanceCase } from '../case.ts';
import type { ConformanceContext } from '../context.ts';
import { expectNone, shapeProblems } from '../expect.ts';
import { Failure } from '../outcome.ts';
import { identified, itemsOf } from '../present-lists.ts';
import { configurations, entries, services } from '../present-resources.ts';
import { everything } from '../resources.ts';

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
        const answer = await context.read(operation);
        const data = dataIn(answer);
        const ids = identified(Array.isArray(data) ? data : []).map(({ id }) => id.toLowerCase());
        if (new Set(ids).size !== ids.length) {
          throw new Failure(`${answer.request}: expected distinct identifiers, received one twice`);
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
    check: async (context) => {
      const items = await itemsOf(context, 'listMockServices');
      expectNone(items.flatMap((item, i) => shapeProblems(mockServiceSummary, item, `item[${i}]`)));
    },
  }),
  must({
    id: 'mock-service-fields',
    clause: '§2.2 and §2.3',
    operation: 'getMockService',
    title: 'A mock service has the fields of its summary and config, with cors, headers and upstreams.',
    check: async (context) => {
      const found = await services(context);
      expectNone(
        found.flatMap(({ answer }) => shapeProblems(mockService, dataIn(answer), `${answer.request}: data`)),
      );
    },
  }),
  must({
    id: 'workspace-fields',
    clause: '§2.4',
    operation: 'listWorkspaces',
    title: 'An item of the workspace list has id, name, createdAt and expiresAt.',
    check: async (context) => {
      const items = await itemsOf(context, 'listWorkspaces');
      expectNone(items.flatMap((item, i) => shapeProblems(workspace, item, `item[${i}]`)));
    },
  }),
  must({
    id: 'workspace-expiry',
    clause: '§2.4',
    operation: 'listWorkspaces',
    title: 'A workspace expires later than it was created.',
    check: async (context) => {
      const items = await itemsOf(context, 'listWorkspaces');
      const late = items.filter((item) => {
        const { createdAt, expiresAt } = recordOf(item) ?? {};
        return Date.parse(String(expiresAt)) <= Date.parse(String(createdAt));
      });
      expectNone(
        late.map(() => 'expiresAt: expected later than createdAt, received an earlier or the same time'),
      );
    },
  }),
  must({
    id: 'workspace-configuration-shape',
    clause: '§4 rule 4',
    operation: 'getWorkspaceConfiguration',
    title: "A workspace's configuration has the shape of a mock service.",
    check: async (context) => {
      const found = await configurations(context);
      expectNone(
        found.flatMap(({ answer }) => shapeProblems(mockService, dataIn(answer), `${answer.request}: data`)),
      );
    },
  }),
  must({
    id: 'activity-entry-fields',
    clause: '§2.5',
    operation: 'listActivity',
    title: 'An activity entry has id, request, response, metadata and timestamp, with all of their fields.',
    check: async (context) => {
      const found = await entries(context);
      expectNone(found.flatMap((entry, i) => shapeProblems(activityEntry, entry, `entry[${i}]`)));
    },
  }),
];

/** Looks at the fields of one kind in every resource, whatever else may be wrong with it. */
async function expectForm(context: ConformanceContext, fields: RegExp): Promise<void> {
  const seen = await everything(context);
  expectNone(
    seen.flatMap(({ kind, schema, value }) =>
      check(schema, value)
        // Which of two timestamps has to be the later one is another matter.
        .filter(({ path, expected }) => fields.test(path) && !expected.includes('later'))
        .map((issue) => `${kind}: ${formatIssue(issue)}`),
    ),
  );
}

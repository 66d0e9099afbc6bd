import {
  activityEntry,
  check,
  formatIssue,
  mockService,
  mockServiceSummary,
  workspace,
  type Schema,
} from '@mock-services/sdk/contract';
import { mustCases } from '../case.ts';
import { dataOf, listOf, recordOf } from '../response.ts';
import type { ConformanceContext } from '../context.ts';
import {
  existingEntries,
  existingResources,
  listedItems,
  readMockServices,
  readWorkspaces,
  withIdentifiers,
  type ItemRead,
} from '../existing.ts';
import {
  expectList,
  expectNone,
  expectResource,
  idDifferences,
  sameInstant,
  shapeProblems,
  timeDifferences,
} from '../expect.ts';
import { Failure, Skip } from '../outcome.ts';

const reading = {};

export const readCases = mustCases(reading, {
  reachable: {
    clause: '§4',
    operation: 'listWorkspaces',
    title: 'The service responds at the base URL.',
    check: async (context) => {
      await context.read('listWorkspaces').catch((error: unknown) => {
        if (context.responseLog.length === 0) throw error;
      });
    },
  },
  'list-workspaces-answer': {
    clause: '§4 row 8',
    operation: 'listWorkspaces',
    title: 'Listing workspaces returns 200 with an array under data.',
    check: async (context) => void expectList(await context.read('listWorkspaces')),
  },
  'list-mock-services-answer': {
    clause: '§4 row 3',
    operation: 'listMockServices',
    title: 'Listing mock services returns 200 with an array under data.',
    check: async (context) => void expectList(await context.read('listMockServices')),
  },
  'get-mock-service-answer': {
    clause: '§4 row 4',
    operation: 'getMockService',
    title: 'Reading a listed mock service returns 200 with the resource under data.',
    check: async (context) => {
      for (const { response } of await readMockServices(context)) expectResource(response);
    },
  },
  'get-mock-service-listed': {
    clause: '§2.2',
    operation: 'getMockService',
    title: 'A mock service has the same id, createdAt, type and title as its item in the list.',
    check: async (context) => {
      for (const { item, response } of await readMockServices(context)) {
        const resource = expectResource(response);
        const { id, fields } = item;
        const path = `${response.request}: data`;
        // If `updatedAt` differs, another client may have updated the mock service after the list was read.
        const isUpdated = !sameInstant(resource['updatedAt'], fields['updatedAt']);
        expectNone([
          ...idDifferences(id, resource['id'], `${path}.id`),
          ...timeDifferences(fields, resource, path, ['createdAt']),
          ...['type', 'title']
            .filter((field) => !isUpdated && resource[field] !== fields[field])
            .map((field) => `${path}.${field}: expected the value in the list, received another value`),
        ]);
      }
    },
  },
  'get-workspace-configuration-answer': {
    clause: '§4 row 9',
    operation: 'getWorkspaceConfiguration',
    title: 'Reading the configuration of a listed workspace returns 200 with the resource under data.',
    check: async (context) => {
      for (const { response } of await readWorkspaces(context, 'getWorkspaceConfiguration'))
        expectResource(response);
    },
  },
  'list-activity-answer': {
    clause: '§4 row 1',
    operation: 'listActivity',
    title: 'Reading the activity of a listed workspace returns 200 with an array under data.',
    check: async (context) => {
      for (const { response } of await readWorkspaces(context, 'listActivity')) expectList(response);
    },
  },
  'identifiers-uuid': {
    clause: '§2',
    title: 'Identifiers are strings in UUID form.',
    check: (context) => expectForm(context, /(^|\.)(id|scenarioId)$/),
  },
  'identifiers-distinct': {
    clause: '§2.1',
    title: 'No two items of a list have the same identifier.',
    check: async (context) => {
      let longest = 0;
      for (const operation of ['listMockServices', 'listWorkspaces'] as const) {
        const response = await context.read(operation);
        const ids = withIdentifiers(listOf(response) ?? []).map(({ id }) => id.toLowerCase());
        longest = Math.max(longest, ids.length);
        if (new Set(ids).size === ids.length) continue;
        throw new Failure(`${response.request}: expected distinct identifiers, received one twice`);
      }
      if (longest < 2) throw new Skip('no list has two items');
    },
  },
  'timestamps-utc': {
    clause: '§2',
    title: 'Timestamps are ISO 8601 strings in UTC.',
    check: (context) => expectForm(context, /(^|\.)(createdAt|updatedAt|expiresAt|timestamp)$/),
  },
  'mock-service-summary-fields': {
    clause: '§2.1',
    operation: 'listMockServices',
    title: 'An item of the mock service list has id, type, title, createdAt and updatedAt.',
    check: async (context) => expectItems(mockServiceSummary, await listedItems(context, 'listMockServices')),
  },
  'mock-service-fields': {
    clause: '§2.2 and §2.3',
    operation: 'getMockService',
    title: 'A mock service has the fields of a list item, and a config with cors, headers and upstreams.',
    check: async (context) => expectMockServices(await readMockServices(context)),
  },
  'workspace-fields': {
    clause: '§2.4',
    operation: 'listWorkspaces',
    title: 'An item of the workspace list has id, name, createdAt and expiresAt.',
    check: async (context) => expectItems(workspace, await listedItems(context, 'listWorkspaces')),
  },
  'workspace-expiry': {
    clause: '§2.4',
    operation: 'listWorkspaces',
    title: 'A workspace expires later than it was created.',
    check: async (context) => {
      const times = (await listedItems(context, 'listWorkspaces')).map((item) => recordOf(item) ?? {});
      expectNone(
        times.flatMap(({ createdAt, expiresAt }, i) =>
          Date.parse(String(expiresAt)) <= Date.parse(String(createdAt))
            ? [`item[${i}].expiresAt: expected later than createdAt, received an earlier or the same time`]
            : [],
        ),
      );
    },
  },
  'workspace-configuration-shape': {
    clause: '§4 rule 4',
    operation: 'getWorkspaceConfiguration',
    title: 'The configuration of a workspace has the shape of a mock service.',
    check: async (context) => expectMockServices(await readWorkspaces(context, 'getWorkspaceConfiguration')),
  },
  'activity-entry-fields': {
    clause: '§2.5',
    operation: 'listActivity',
    title:
      'An activity entry has id, request, response, metadata and timestamp, and each of them is complete.',
    check: async (context) => expectItems(activityEntry, await existingEntries(context), 'entry'),
  },
  'activity-method': {
    clause: '§2.5',
    operation: 'listActivity',
    title: 'The method of a recorded request is an HTTP method.',
    check: everyRecorded('request', 'method', 'an HTTP method', (value) => token.test(String(value))),
  },
  'activity-status': {
    clause: '§2.5',
    operation: 'listActivity',
    title: 'The status of a recorded response is an HTTP status.',
    check: everyRecorded('response', 'statusCode', 'a number of three digits', isStatus),
  },
  'activity-request-body': {
    clause: '§2.5',
    operation: 'listActivity',
    title: 'The body of a recorded request is Base64.',
    check: everyRecorded('request', 'bodyBase64Encoded', 'Base64', isBase64),
  },
  'activity-response-body': {
    clause: '§2.5',
    operation: 'listActivity',
    title: 'The body of a recorded response is Base64.',
    check: everyRecorded('response', 'bodyBase64Encoded', 'Base64', isBase64),
  },
});

function isStatus(value: string | number): boolean {
  return Number(value) >= 100 && Number(value) <= 999;
}

/** Matches a token, such as an HTTP method (RFC 9110 §5.6.2). */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Matches both Base64 alphabets, with or without padding, because the interface does not specify the variant of Base64.
 */
const base64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2,3}={0,2})?$/;

function isBase64(value: string | number): boolean {
  return base64.test(String(value).replaceAll(/\s/g, ''));
}

function expectItems(schema: Schema, items: readonly unknown[], name = 'item'): void {
  expectNone(items.flatMap((item, i) => shapeProblems(schema, item, `${name}[${i}]`)));
}

function expectMockServices(reads: readonly ItemRead[]): void {
  expectNone(
    reads.flatMap(({ response }) =>
      shapeProblems(mockService, dataOf(response), `${response.request}: data`),
    ),
  );
}

/** Checks every resource, but only the fields whose path matches `fields`. */
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

/**
 * Checks a field of every recorded message. The case `activity-entry-fields` reports wrong types, so they are ignored.
 */
function everyRecorded(
  message: 'request' | 'response',
  field: string,
  expected: string,
  isValid: (value: string | number) => boolean,
) {
  return async (context: ConformanceContext) => {
    const entries = await existingEntries(context);
    expectNone(
      entries.flatMap((entry, i) => {
        const value = recordOf(recordOf(entry)?.[message])?.[field];
        if ((typeof value !== 'string' && typeof value !== 'number') || isValid(value)) return [];
        return [`entry[${i}].${message}.${field}: expected ${expected}, received another ${typeof value}`];
      }),
    );
  };
}

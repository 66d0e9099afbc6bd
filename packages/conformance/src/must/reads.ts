/** The five reads: status, envelope, and the agreement of a list with its items (§4 rows 1, 3, 4, 8 and 9). */
import { must, type ConformanceCase } from '../case.ts';
import {
  expectList,
  expectNone,
  expectResource,
  idDifferences,
  sameInstant,
  timeDifferences,
} from '../expect.ts';
import { readMockServices, readWorkspaces } from '../service/existing.ts';

export const readCases: readonly ConformanceCase[] = [
  must({
    id: 'reachable',
    clause: '§4',
    operation: 'listWorkspaces',
    title: 'The service responds at the base URL.',
    check: async (context) => {
      await context.read('listWorkspaces');
    },
  }),
  must({
    id: 'list-workspaces-answer',
    clause: '§4 row 8',
    operation: 'listWorkspaces',
    title: 'Listing workspaces returns 200 with an array under data.',
    check: async (context) => {
      expectList(await context.read('listWorkspaces'));
    },
  }),
  must({
    id: 'list-mock-services-answer',
    clause: '§4 row 3',
    operation: 'listMockServices',
    title: 'Listing mock services returns 200 with an array under data.',
    check: async (context) => {
      expectList(await context.read('listMockServices'));
    },
  }),
  must({
    id: 'get-mock-service-answer',
    clause: '§4 row 4',
    operation: 'getMockService',
    title: 'Reading a listed mock service returns 200 with the resource under data.',
    check: async (context) => {
      for (const { response } of await readMockServices(context)) expectResource(response);
    },
  }),
  must({
    id: 'get-mock-service-listed',
    clause: '§2.2',
    operation: 'getMockService',
    title: 'A mock service has the id, createdAt, type and title that the list shows.',
    check: async (context) => {
      for (const { item, response } of await readMockServices(context)) {
        const resource = expectResource(response);
        const { id, fields } = item;
        const path = `${response.request}: data`;
        // A different updatedAt means that somebody may have updated it after the list was read.
        const isUpdated = !sameInstant(resource['updatedAt'], fields['updatedAt']);
        expectNone([
          ...idDifferences(id, resource['id'], `${path}.id`),
          ...timeDifferences(fields, resource, path, ['createdAt']),
          ...['type', 'title']
            .filter((field) => !isUpdated && resource[field] !== fields[field])
            .map((field) => `${path}.${field}: expected that of the list, received another`),
        ]);
      }
    },
  }),
  must({
    id: 'get-workspace-configuration-answer',
    clause: '§4 row 9',
    operation: 'getWorkspaceConfiguration',
    title: "Reading a listed workspace's configuration returns 200 with the resource under data.",
    check: async (context) => {
      for (const { response } of await readWorkspaces(context, 'getWorkspaceConfiguration'))
        expectResource(response);
    },
  }),
  must({
    id: 'list-activity-answer',
    clause: '§4 row 1',
    operation: 'listActivity',
    title: "Reading a listed workspace's activity returns 200 with an array under data.",
    check: async (context) => {
      for (const { response } of await readWorkspaces(context, 'listActivity')) expectList(response);
    },
  }),
];

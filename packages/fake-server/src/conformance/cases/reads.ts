/** The five reads: that each answers in its envelope (§4 rows 1, 3, 4, 8 and 9). */
import { must, type ConformanceCase } from '../case.ts';
import { sameId, sameInstant } from '../compare.ts';
import { expectList, expectNone, expectResource } from '../expect.ts';
import { configurations, logs, services } from '../present-resources.ts';

export const readCases: readonly ConformanceCase[] = [
  must({
    id: 'reachable',
    clause: '§4',
    operation: 'listWorkspaces',
    title: 'The service answers at the base URL.',
    check: async (context) => {
      await context.read('listWorkspaces');
    },
  }),
  must({
    id: 'list-workspaces-answer',
    clause: '§4 row 8',
    operation: 'listWorkspaces',
    title: 'Listing workspaces answers 200 with an array under data.',
    check: async (context) => {
      expectList(await context.read('listWorkspaces'));
    },
  }),
  must({
    id: 'list-mock-services-answer',
    clause: '§4 row 3',
    operation: 'listMockServices',
    title: 'Listing mock services answers 200 with an array under data.',
    check: async (context) => {
      expectList(await context.read('listMockServices'));
    },
  }),
  must({
    id: 'get-mock-service-answer',
    clause: '§4 row 4',
    operation: 'getMockService',
    title: 'Reading a listed mock service answers 200 with the resource under data.',
    check: async (context) => {
      for (const { answer } of await services(context)) expectResource(answer);
    },
  }),
  must({
    id: 'get-mock-service-listed',
    clause: '§2.2',
    operation: 'getMockService',
    title: 'A mock service that is read is the one of the list: it has the fields of its summary.',
    check: async (context) => {
      for (const { listed, answer } of await services(context)) {
        const full = expectResource(answer);
        const { item } = listed;
        // Whoever updated it in between moved updatedAt, or nothing tells; its identity stays in any case.
        const moved = !sameInstant(full['updatedAt'], item['updatedAt']);
        expectNone([
          ...(sameId(full['id'], listed.id)
            ? []
            : [`${answer.request}: data.id: expected the id in the path`]),
          ...(sameInstant(full['createdAt'], item['createdAt'])
            ? []
            : [`${answer.request}: data.createdAt: expected that of the list`]),
          ...['type', 'title']
            .filter((field) => !moved && full[field] !== item[field])
            .map((field) => `${answer.request}: data.${field}: expected that of the list`),
        ]);
      }
    },
  }),
  must({
    id: 'get-workspace-configuration-answer',
    clause: '§4 row 9',
    operation: 'getWorkspaceConfiguration',
    title: "Reading a listed workspace's configuration answers 200 with the resource under data.",
    check: async (context) => {
      for (const { answer } of await configurations(context)) expectResource(answer);
    },
  }),
  must({
    id: 'list-activity-answer',
    clause: '§4 row 1',
    operation: 'listActivity',
    title: "Reading a listed workspace's activity answers 200 with an array under data.",
    check: async (context) => {
      for (const { answer } of await logs(context)) expectList(answer);
    },
  }),
];

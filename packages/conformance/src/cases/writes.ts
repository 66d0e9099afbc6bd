import { createdMockService, mockService } from '@mock-services/sdk/contract';
import { mustCases } from '../case.ts';
import { jsonOf, recordOf } from '../response.ts';
import type { ConformanceContext, Scratch } from '../context.ts';
import {
  differences,
  expectList,
  expectMockService,
  expectNone,
  expectResource,
  expectSuccess,
  idDifferences,
  sameId,
  shapeProblems,
  timeDifferences,
} from '../expect.ts';
import { Failure } from '../outcome.ts';
import {
  deleteScratch,
  expectListed,
  expectStored,
  expectTitled,
  expectUnlisted,
  readScratch,
  replacementInput,
  scratchInput,
  updateScratch,
} from '../scratch.ts';

function withScratch(
  check: (context: ConformanceContext, scratch: Scratch) => Promise<void>,
  inputOf = scratchInput,
) {
  return (context: ConformanceContext) => context.withScratch((scratch) => check(context, scratch), inputOf);
}

const creating = { needs: 'allowWrites', operation: 'createMockService' } as const;

export const createCases = mustCases(creating, {
  'create-answer': {
    clause: '§4 row 5',
    title:
      'Creating a mock service with type, title and config at the top level returns 201 with the identifier.',
    check: async (context) => {
      const { response } = await context.firstCreate();
      expectSuccess(response);
      expectNone(shapeProblems(createdMockService, jsonOf(response), `${response.request}: body`));
    },
  },
  'create-only-identifier': {
    clause: '§4 rule 1',
    title: 'The response to a create contains no field of the mock service except the identifier.',
    check: withScratch(async (_, { response }) => {
      const body = recordOf(jsonOf(response)) ?? {};
      expectNone(
        [...Object.keys(mockService.shape), 'data']
          .filter((field) => field !== 'id' && Object.hasOwn(body, field))
          .map((field) => `${response.request}: expected only the identifier, received ${field}`),
      );
    }),
  },
  'create-sets-identity': {
    clause: '§4 rule 1',
    title: 'The service sets id, createdAt and updatedAt itself.',
    check: withScratch(async (context, { id }) => {
      const { response, path } = await readScratch(context, id);
      expectNone(idDifferences(id, expectMockService(response)['id'], `${path}.id`));
    }),
  },
  'create-distinct': {
    clause: '§2.1',
    title: 'Two mock services have different identifiers.',
    check: withScratch((context, one) =>
      context.withScratch(async (other) => {
        if (!sameId(one.id, other.id)) return;
        throw new Failure(`${one.response.request}: expected two identifiers, received the same twice`);
      }),
    ),
  },
  'create-stored': {
    clause: '§4 rows 4 and 5',
    operation: 'getMockService',
    title: 'Reading a created mock service returns type, title and config as they were sent.',
    check: withScratch((context, { id, title }) => expectStored(context, id, scratchInput(title))),
  },
  'create-empty-allowed-headers': {
    clause: '§2.3',
    operation: 'getMockService',
    title: 'An empty array in allowedHeaders stays an empty array.',
    check: withScratch(async (context, { id }) => {
      const { resource, path } = await readScratch(context, id);
      const headers = recordOf(recordOf(resource['config'])?.['cors'])?.['allowedHeaders'];
      expectNone(differences([], headers, `${path}.config.cors.allowedHeaders`));
    }, replacementInput),
  },
  'create-listed': {
    clause: '§4 row 3',
    operation: 'listMockServices',
    title: 'A created mock service is listed once, with its type, title and times.',
    check: withScratch(async (context, { id, title }) => {
      const { resource } = await readScratch(context, id);
      const item = await expectListed(context, id);
      const { type } = scratchInput(title);
      expectNone([...differences({ type, title }, item, 'item'), ...timeDifferences(resource, item, 'item')]);
    }),
  },
  'reads-change-nothing': {
    clause: '§4 rows 3 and 4',
    operation: 'getMockService',
    title: 'Reading a mock service or the list does not change the mock service.',
    check: withScratch(async (context, { id, title }) => {
      const before = await readScratch(context, id);
      expectList(await context.send('listMockServices'));
      const { resource, path } = await readScratch(context, id);
      expectNone([
        ...differences(scratchInput(title), resource, path),
        ...timeDifferences(before.resource, resource, path),
      ]);
    }),
  },
});

const updating = { needs: 'allowWrites', operation: 'updateMockService' } as const;

export const updateCases = mustCases(updating, {
  'update-answer': {
    clause: '§4 row 6',
    title:
      'Updating a mock service with type, title and config under data returns 200 with the full resource under data.',
    check: withScratch(async (context, { id, title }) => {
      expectMockService(await updateScratch(context, id, title));
    }),
  },
  'update-result': {
    clause: '§4 rule 2',
    title: 'The response to an update is the updated resource, with the values that were sent and its id.',
    check: withScratch(async (context, { id, title }) => {
      const response = await updateScratch(context, id, title);
      const resource = expectResource(response);
      const path = `${response.request}: data`;
      expectNone(differences(replacementInput(title), resource, path));
      expectNone(idDifferences(id, resource['id'], `${path}.id`));
    }),
  },
  'update-stored': {
    clause: '§4 rows 4 and 6',
    title:
      'An update replaces the title and the whole config, so a later read returns the values that were sent.',
    check: withScratch(async (context, { id, title }) => {
      expectResource(await updateScratch(context, id, `${title} updated`));
      await expectStored(context, id, replacementInput(`${title} updated`));
    }),
  },
  'update-keeps-identity': {
    clause: '§4 rule 2',
    title: 'An update does not change id and createdAt.',
    check: withScratch(async (context, { id, title }) => {
      const before = (await readScratch(context, id)).resource;
      const update = await updateScratch(context, id, title);
      const read = await readScratch(context, id);
      expectNone(
        [update, read.response].flatMap((response) => {
          const after = expectResource(response);
          const path = `${response.request}: data`;
          return [
            ...idDifferences(before['id'], after['id'], `${path}.id`),
            ...timeDifferences(before, after, path, ['createdAt']),
          ];
        }),
      );
    }),
  },
  'update-listed': {
    clause: '§4 rows 3 and 6',
    title: 'After an update, the mock service is listed once, with its new title and its times.',
    check: withScratch(async (context, { id, title: oldTitle }) => {
      const title = `${oldTitle} updated`;
      expectResource(await updateScratch(context, id, title));
      const { resource } = await readScratch(context, id);
      const item = await expectListed(context, id);
      expectNone([...differences({ title }, item, 'item'), ...timeDifferences(resource, item, 'item')]);
      await expectTitled(context, title);
    }),
  },
  'update-leaves-others': {
    clause: '§4 row 6',
    title: 'An update does not change another mock service.',
    check: withScratch((context, other) =>
      context.withScratch(async ({ id, title }) => {
        expectResource(await updateScratch(context, id, `${title} updated`));
        await expectStored(context, other.id, scratchInput(other.title));
      }),
    ),
  },
});

const deleting = { needs: 'allowWrites', operation: 'deleteMockService' } as const;

export const deleteCases = mustCases(deleting, {
  'delete-answer': {
    clause: '§4 row 7',
    title: 'Deleting a mock service at the path with the plural segment returns 200.',
    check: withScratch(async (context, { id }) => expectSuccess(await deleteScratch(context, id))),
  },
  'delete-unlists': {
    clause: '§4 rows 3 and 7',
    title: 'A deleted mock service is no longer listed.',
    check: withScratch(async (context, { id }) => {
      await expectListed(context, id);
      expectSuccess(await deleteScratch(context, id));
      await expectUnlisted(context, id);
    }),
  },
  'delete-leaves-others': {
    clause: '§4 row 7',
    title: 'Deleting a mock service does not change another mock service.',
    check: withScratch((context, other) =>
      context.withScratch(async ({ id }) => {
        expectSuccess(await deleteScratch(context, id));
        await expectStored(context, other.id, scratchInput(other.title));
        await expectListed(context, other.id);
      }),
    ),
  },
  'life-cycle': {
    clause: '§4 rule 3',
    operation: undefined,
    title: 'A create, an update and a delete in sequence have the shapes that both areas share.',
    check: withScratch(async (context, { id, title, response: created }) => {
      expectNone(shapeProblems(createdMockService, jsonOf(created), `${created.request}: body`));
      expectMockService(await updateScratch(context, id, title));
      expectSuccess(await deleteScratch(context, id));
    }),
  },
});

/** Creating a mock service (§4 row 5 and rule 1), and reading it back (§2.3, §4 rows 3 and 4). */
import { createdMockService, mockService } from '@mock-services/sdk/contract';
import { must, type ConformanceCase } from '../case.ts';
import {
  differences,
  expectMockService,
  expectNone,
  expectSuccess,
  idDifferences,
  sameId,
  shapeProblems,
  timeDifferences,
} from '../expect.ts';
import { Failure } from '../outcome.ts';
import { jsonOf, recordOf } from '../service/http.ts';
import { expectListed, expectStored, readScratch } from '../service/scratch-requests.ts';
import { replacementInput, scratchInput } from '../service/scratch.ts';

const creating = { needs: 'allowWrites', operation: 'createMockService' } as const;
const reading = { needs: 'allowWrites', operation: 'getMockService' } as const;

export const createCases: readonly ConformanceCase[] = [
  must({
    ...creating,
    id: 'create-answer',
    clause: '§4 row 5',
    title: 'Creating with type, title and config at the top level returns 201 with the identifier.',
    check: (context) =>
      context.scratch.withTitle(async (title) => {
        const { response } = await context.scratch.create(scratchInput(title), title);
        expectSuccess(response);
        expectNone(shapeProblems(createdMockService, jsonOf(response), `${response.request}: body`));
      }),
  }),
  must({
    ...creating,
    id: 'create-only-identifier',
    clause: '§4 rule 1',
    title: 'The response to a create has none of the fields of a mock service but its identifier.',
    check: (context) =>
      context.scratch.with(async ({ response }) => {
        const others = Object.keys(mockService.shape).filter((field) => field !== 'id');
        const fields = Object.keys(recordOf(jsonOf(response)) ?? {});
        expectNone(
          [...others, 'data']
            .filter((field) => fields.includes(field))
            .map((field) => `${response.request}: expected the identifier alone, received ${field}`),
        );
      }),
  }),
  must({
    ...creating,
    id: 'create-sets-identity',
    clause: '§4 rule 1',
    title: 'The service sets id, createdAt and updatedAt itself.',
    check: (context) =>
      context.scratch.with(async ({ id }) => {
        const { response } = await readScratch(context, id);
        const resource = expectMockService(response);
        expectNone(idDifferences(id, resource['id'], `${response.request}: data.id`));
      }),
  }),
  must({
    ...creating,
    id: 'create-distinct',
    clause: '§2.1',
    title: 'Two mock services have different identifiers.',
    check: (context) =>
      context.scratch.with((one) =>
        context.scratch.with(async (other) => {
          if (!sameId(one.id, other.id)) return;
          throw new Failure(`${one.response.request}: expected two identifiers, received the same twice`);
        }),
      ),
  }),
  must({
    ...reading,
    id: 'create-stored',
    clause: '§4 rows 4 and 5',
    title: 'Reading a created mock service returns type, title and config as they were sent.',
    check: (context) =>
      context.scratch.with(({ id, title }) => expectStored(context, id, scratchInput(title))),
  }),
  must({
    ...reading,
    id: 'create-header-values',
    clause: '§2.3',
    title: 'Booleans in defaultResponseHeaders stay booleans.',
    check: (context) =>
      context.scratch.with(async ({ id, title }) => {
        const { response, resource } = await readScratch(context, id);
        const headers = recordOf(resource['config'])?.['defaultResponseHeaders'];
        const path = `${response.request}: data.config.defaultResponseHeaders`;
        expectNone(differences(scratchInput(title).config.defaultResponseHeaders, headers, path));
      }),
  }),
  must({
    ...reading,
    id: 'create-empty-allowed-headers',
    clause: '§2.3',
    title: 'An empty allowedHeaders stays an empty array.',
    check: (context) =>
      context.scratch.with(async ({ id }) => {
        const { response, resource } = await readScratch(context, id);
        const headers = recordOf(recordOf(resource['config'])?.['cors'])?.['allowedHeaders'];
        expectNone(differences([], headers, `${response.request}: data.config.cors.allowedHeaders`));
      }, replacementInput),
  }),
  must({
    ...reading,
    id: 'create-listed',
    clause: '§4 row 3',
    operation: 'listMockServices',
    title: 'A created mock service is listed once, with its type, title and times.',
    check: (context) =>
      context.scratch.with(async ({ id, title }) => {
        const { resource } = await readScratch(context, id);
        const item = await expectListed(context, id);
        const { type } = scratchInput(title);
        expectNone([
          ...differences({ type, title }, item, 'item'),
          ...timeDifferences(resource, item, 'item'),
        ]);
      }),
  }),
  must({
    ...reading,
    id: 'reads-change-nothing',
    clause: '§4 rows 3 and 4',
    title: 'Reading a mock service and the list does not change it.',
    check: (context) =>
      context.scratch.with(async ({ id, title }) => {
        const before = await readScratch(context, id);
        await expectListed(context, id);
        const { response, resource } = await readScratch(context, id);
        const path = `${response.request}: data`;
        expectNone([
          ...differences(scratchInput(title), resource, path),
          ...timeDifferences(before.resource, resource, path),
        ]);
      }),
  }),
];

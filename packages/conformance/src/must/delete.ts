/** Deleting a mock service (§4 row 7), and the three writes together (§4 rule 3). */
import { createdMockService } from '@mock-services/sdk/contract';
import { must, type ConformanceCase } from '../case.ts';
import { expectMockService, expectNone, expectSuccess, shapeProblems } from '../expect.ts';
import { jsonOf } from '../service/http.ts';
import {
  deleteScratch,
  expectListed,
  expectStored,
  expectUnlisted,
  updateScratch,
} from '../service/scratch-requests.ts';
import { scratchInput } from '../service/scratch.ts';

const about = { needs: 'allowWrites', operation: 'deleteMockService' } as const;

export const deleteCases: readonly ConformanceCase[] = [
  must({
    ...about,
    id: 'delete-answer',
    clause: '§4 row 7',
    title: 'Deleting, at the path with the plural segment, returns 200.',
    check: (context) =>
      context.scratch.with(async ({ id }) => {
        expectSuccess(await deleteScratch(context, id));
      }),
  }),
  must({
    ...about,
    id: 'delete-unlists',
    clause: '§4 rows 3 and 7',
    title: 'A deleted mock service is no longer listed.',
    check: (context) =>
      context.scratch.with(async ({ id }) => {
        await expectListed(context, id);
        expectSuccess(await deleteScratch(context, id));
        await expectUnlisted(context, id);
      }),
  }),
  must({
    ...about,
    id: 'delete-leaves-others',
    clause: '§4 row 7',
    title: 'Deleting a mock service does not change another.',
    check: (context) =>
      context.scratch.with((other) =>
        context.scratch.with(async ({ id }) => {
          expectSuccess(await deleteScratch(context, id));
          await expectStored(context, other.id, scratchInput(other.title));
          await expectListed(context, other.id);
        }),
      ),
  }),
  must({
    ...about,
    id: 'life-cycle',
    clause: '§4 rule 3',
    operation: undefined,
    title: 'Create, update and delete, one after the other, keep to the shapes that both areas share.',
    check: (context) =>
      context.scratch.with(async ({ id, title, response: created }) => {
        expectNone(shapeProblems(createdMockService, jsonOf(created), `${created.request}: body`));
        expectMockService(await updateScratch(context, id, title));
        expectSuccess(await deleteScratch(context, id));
      }),
  }),
];

/** Deleting a mock service (§4 row 7), and the three writes together (§4 rule 3). */
import { createdMockService, mockService } from '@mock-services/sdk/contract';
import { jsonOf, type Answer } from '../answer.ts';
import { must, type ConformanceCase } from '../case.ts';
import { differences } from '../compare.ts';
import type { ConformanceContext } from '../context.ts';
import { expectNone, expectResource, expectSuccess, shapeProblems } from '../expect.ts';
import { expectUnlisted, listOwn, readOwn } from '../own-reads.ts';
import { probe, replacement } from '../probe.ts';

const about = { needs: 'allowWrites', operation: 'deleteMockService' } as const;

export const deleteCases: readonly ConformanceCase[] = [
  must({
    ...about,
    id: 'delete-answer',
    clause: '§4 row 7',
    title: 'Deleting, at the path with the plural segment, answers 200.',
    check: (context) =>
      context.own.with(async ({ id }) => {
        expectSuccess(await remove(context, id));
      }),
  }),
  must({
    ...about,
    id: 'delete-unlists',
    clause: '§4 rows 3 and 7',
    title: 'A deleted mock service is not listed any more.',
    check: (context) =>
      context.own.with(async ({ id }) => {
        await listOwn(context, id);
        expectSuccess(await remove(context, id));
        await expectUnlisted(context, id);
      }),
  }),
  must({
    ...about,
    id: 'delete-leaves-others',
    clause: '§4 row 7',
    title: 'Deleting a mock service leaves another as it was.',
    check: (context) =>
      context.own.with((other) =>
        context.own.with(async ({ id }) => {
          expectSuccess(await remove(context, id));
          const { answer, resource } = await readOwn(context, other.id);
          expectNone(differences(probe(other.title), resource, `${answer.request}: data`));
          await listOwn(context, other.id);
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
      context.own.with(async ({ id, title, answer: created }) => {
        expectNone(shapeProblems(createdMockService, jsonOf(created), `${created.request}: body`));
        const body = { data: replacement(title) };
        const updated = await context.send('updateMockService', { params: { mockServiceId: id }, body });
        expectNone(shapeProblems(mockService, expectResource(updated), `${updated.request}: data`));
        expectSuccess(await remove(context, id));
      }),
  }),
];

function remove(context: ConformanceContext, mockServiceId: string): Promise<Answer> {
  return context.send('deleteMockService', { params: { mockServiceId } });
}

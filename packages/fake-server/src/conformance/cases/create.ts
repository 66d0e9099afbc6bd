/** Creating a mock service (§4 row 5 and rule 1). */
import { createdMockService, mockService } from '@mock-services/sdk/contract';
import { jsonOf, recordOf } from '../answer.ts';
import { must, type ConformanceCase } from '../case.ts';
import { sameId } from '../compare.ts';
import { expectNone, expectSuccess, shapeProblems } from '../expect.ts';
import { Failure } from '../outcome.ts';
import { readOwn } from '../own-reads.ts';
import { probe } from '../probe.ts';

const about = { needs: 'allowWrites', operation: 'createMockService' } as const;

export const createCases: readonly ConformanceCase[] = [
  must({
    ...about,
    id: 'create-answer',
    clause: '§4 row 5',
    title: 'Creating with type, title and config at the top level answers 201 with the identifier.',
    check: async (context) => {
      const title = context.own.title();
      try {
        const { answer } = await context.own.create(probe(title), title);
        expectSuccess(answer);
        expectNone(shapeProblems(createdMockService, jsonOf(answer), `${answer.request}: body`));
      } finally {
        await context.own.remove(title);
      }
    },
  }),
  must({
    ...about,
    id: 'create-only-identifier',
    clause: '§4 rule 1',
    title: 'The answer to a create carries none of the fields of a mock service but its identifier.',
    check: (context) =>
      context.own.with(({ answer }) => {
        const fields = Object.keys(recordOf(jsonOf(answer)) ?? {});
        const others = Object.keys(mockService.shape).filter((field) => field !== 'id');
        const carried = [...others, 'data'].filter((field) => fields.includes(field));
        expectNone(
          carried.map((field) => `${answer.request}: expected the identifier alone, received ${field}`),
        );
        return Promise.resolve();
      }),
  }),
  must({
    ...about,
    id: 'create-sets-identity',
    clause: '§4 rule 1',
    title: 'The service sets id, createdAt and updatedAt itself.',
    check: (context) =>
      context.own.with(async ({ id }) => {
        const { answer, resource } = await readOwn(context, id);
        expectNone(shapeProblems(mockService, resource, `${answer.request}: data`));
        if (!sameId(resource['id'], id)) {
          throw new Failure(
            `${answer.request}: data.id: expected the identifier of the create, received another`,
          );
        }
      }),
  }),
  must({
    ...about,
    id: 'create-distinct',
    clause: '§2.1',
    title: 'Two mock services have two identifiers.',
    check: (context) =>
      context.own.with((one) =>
        context.own.with((other) => {
          if (sameId(one.id, other.id)) {
            throw new Failure(`${one.answer.request}: expected two identifiers, received the same twice`);
          }
          return Promise.resolve();
        }),
      ),
  }),
];

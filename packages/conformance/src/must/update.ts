/** Updating a mock service (§4 row 6 and rule 2). */
import { must, type ConformanceCase } from '../case.ts';
import {
  differences,
  expectMockService,
  expectNone,
  expectResource,
  idDifferences,
  timeDifferences,
} from '../expect.ts';
import {
  expectListed,
  expectStored,
  expectTitled,
  readScratch,
  updateScratch,
} from '../service/scratch-requests.ts';
import { replacementInput, scratchInput } from '../service/scratch.ts';

const about = { needs: 'allowWrites', operation: 'updateMockService' } as const;

export const updateCases: readonly ConformanceCase[] = [
  must({
    ...about,
    id: 'update-answer',
    clause: '§4 row 6',
    title: 'Updating with type, title and config under data returns 200 with the full resource under data.',
    check: (context) =>
      context.scratch.with(async ({ id, title }) => {
        expectMockService(await updateScratch(context, id, title));
      }),
  }),
  must({
    ...about,
    id: 'update-result',
    clause: '§4 rule 2',
    title: 'The response to an update is the updated resource: what was sent, with its id.',
    check: (context) =>
      context.scratch.with(async ({ id, title }) => {
        const response = await updateScratch(context, id, title);
        const resource = expectResource(response);
        const path = `${response.request}: data`;
        expectNone(differences(replacementInput(title), resource, path));
        expectNone(idDifferences(id, resource['id'], `${path}.id`));
      }),
  }),
  must({
    ...about,
    id: 'update-stored',
    clause: '§4 rows 4 and 6',
    title: 'An update replaces title and the whole config: a later read returns what was sent.',
    check: (context) =>
      context.scratch.with(async ({ id, title }) => {
        expectResource(await updateScratch(context, id, `${title} updated`));
        await expectStored(context, id, replacementInput(`${title} updated`));
      }),
  }),
  must({
    ...about,
    id: 'update-keeps-identity',
    clause: '§4 rule 2',
    title: 'An update does not change id and createdAt.',
    check: (context) =>
      context.scratch.with(async ({ id, title }) => {
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
  }),
  must({
    ...about,
    id: 'update-listed',
    clause: '§4 rows 3 and 6',
    title: 'After an update the mock service is listed once, with its new title and its times.',
    check: (context) =>
      context.scratch.with(async ({ id, title }) => {
        const newTitle = `${title} updated`;
        expectResource(await updateScratch(context, id, newTitle));
        const { resource } = await readScratch(context, id);
        const item = await expectListed(context, id);
        expectNone([
          ...differences({ title: newTitle }, item, 'item'),
          ...timeDifferences(resource, item, 'item'),
        ]);
        await expectTitled(context, newTitle);
      }),
  }),
  must({
    ...about,
    id: 'update-leaves-others',
    clause: '§4 row 6',
    title: 'An update does not change another mock service.',
    check: (context) =>
      context.scratch.with((other) =>
        context.scratch.with(async ({ id, title }) => {
          expectResource(await updateScratch(context, id, `${title} updated`));
          await expectStored(context, other.id, scratchInput(other.title));
        }),
      ),
  }),
];

/** Updating a mock service (§4 row 6 and rule 2). */
import { mockService } from '@mock-services/sdk/contract';
import type { Answer } from '../answer.ts';
import { must, type ConformanceCase } from '../case.ts';
import { differences, sameId, sameInstant } from '../compare.ts';
import type { ConformanceContext } from '../context.ts';
import { expectNone, expectResource, shapeProblems } from '../expect.ts';
import { Failure } from '../outcome.ts';
import { listOwn, listTitled, readOwn } from '../own-reads.ts';
import { probe, replacement } from '../probe.ts';

const about = { needs: 'allowWrites', operation: 'updateMockService' } as const;

export const updateCases: readonly ConformanceCase[] = [
  must({
    ...about,
    id: 'update-answer',
    clause: '§4 row 6',
    title: 'Updating with type, title and config under data answers 200 with the full resource under data.',
    check: (context) =>
      context.own.with(async ({ id, title }) => {
        const answer = await update(context, id, title);
        expectNone(shapeProblems(mockService, expectResource(answer), `${answer.request}: data`));
      }),
  }),
  must({
    ...about,
    id: 'update-result',
    clause: '§4 rule 2',
    title: 'The answer to an update is the updated resource: what was sent, with its id.',
    check: (context) =>
      context.own.with(async ({ id, title }) => {
        const answer = await update(context, id, title);
        const resource = expectResource(answer);
        expectNone(differences(replacement(title), resource, `${answer.request}: data`));
        if (!sameId(resource['id'], id)) {
          throw new Failure(`${answer.request}: data.id: expected the id in the path, received another`);
        }
      }),
  }),
  must({
    ...about,
    id: 'update-stored',
    clause: '§4 rows 4 and 6',
    title: 'An update replaces title and the whole config: what is read afterwards is what was sent.',
    check: (context) =>
      context.own.with(async ({ id, title }) => {
        expectResource(await update(context, id, `${title} updated`));
        const { answer, resource } = await readOwn(context, id);
        expectNone(differences(replacement(`${title} updated`), resource, `${answer.request}: data`));
      }),
  }),
  must({
    ...about,
    id: 'update-keeps-identity',
    clause: '§4 rule 2',
    title: 'An update leaves id and createdAt as they were.',
    check: (context) =>
      context.own.with(async ({ id, title }) => {
        const before = (await readOwn(context, id)).resource;
        const answer = await update(context, id, title);
        const after = await readOwn(context, id);
        expectNone([
          ...identityProblems(before, expectResource(answer), answer),
          ...identityProblems(before, after.resource, after.answer),
        ]);
      }),
  }),
  must({
    ...about,
    id: 'update-listed',
    clause: '§4 rows 3 and 6',
    title: 'After an update the list has the mock service once, with its new title and its times.',
    check: (context) =>
      context.own.with(async ({ id, title }) => {
        const renamed = `${title} updated`;
        expectResource(await update(context, id, renamed));
        const { resource } = await readOwn(context, id);
        const item = await listOwn(context, id);
        expectNone([
          ...differences({ title: renamed }, item, 'item'),
          ...['createdAt', 'updatedAt']
            .filter((field) => !sameInstant(item[field], resource[field]))
            .map((field) => `item.${field}: expected that of the mock service, received another`),
        ]);
        const titled = await listTitled(context, renamed);
        if (titled.length !== 1)
          throw new Failure(`expected one item with the new title, received ${titled.length}`);
      }),
  }),
  must({
    ...about,
    id: 'update-leaves-others',
    clause: '§4 row 6',
    title: 'An update leaves another mock service as it was.',
    check: (context) =>
      context.own.with((other) =>
        context.own.with(async ({ id, title }) => {
          expectResource(await update(context, id, `${title} updated`));
          const { answer, resource } = await readOwn(context, other.id);
          expectNone(differences(probe(other.title), resource, `${answer.request}: data`));
        }),
      ),
  }),
];

function update(context: ConformanceContext, mockServiceId: string, title: string): Promise<Answer> {
  return context.send('updateMockService', { params: { mockServiceId }, body: { data: replacement(title) } });
}

type Resource = Readonly<Record<string, unknown>>;

function identityProblems(before: Resource, after: Resource, { request }: Answer): string[] {
  return [
    ...(sameId(before['id'], after['id'])
      ? []
      : [`${request}: data.id: expected what it was, received another`]),
    ...(sameInstant(before['createdAt'], after['createdAt'])
      ? []
      : [`${request}: data.createdAt: expected what it was, received another`]),
  ];
}

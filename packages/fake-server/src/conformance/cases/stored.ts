/** What was created is stored: it can be read and is listed (§1, §2, §4 rows 3 and 4). */
import { recordOf } from '../answer.ts';
import { must, type ConformanceCase } from '../case.ts';
import { differences, sameInstant } from '../compare.ts';
import { expectNone } from '../expect.ts';
import { listOwn, readOwn } from '../own-reads.ts';
import { probe, replacement } from '../probe.ts';

const about = { needs: 'allowWrites', operation: 'getMockService' } as const;

export const storedCases: readonly ConformanceCase[] = [
  must({
    ...about,
    id: 'create-stored',
    clause: '§4 rows 4 and 5',
    title: 'A created mock service is read with type, title and config as they were sent.',
    check: (context) =>
      context.own.with(async ({ id, title }) => {
        const { answer, resource } = await readOwn(context, id);
        expectNone(differences(probe(title), resource, `${answer.request}: data`));
      }),
  }),
  must({
    ...about,
    id: 'create-header-values',
    clause: '§2.3',
    title: 'Booleans in defaultResponseHeaders stay booleans.',
    check: (context) =>
      context.own.with(async ({ id, title }) => {
        const { answer, resource } = await readOwn(context, id);
        const headers = recordOf(resource['config'])?.['defaultResponseHeaders'];
        const place = `${answer.request}: data.config.defaultResponseHeaders`;
        expectNone(differences(probe(title).config.defaultResponseHeaders, headers, place));
      }),
  }),
  must({
    ...about,
    id: 'create-empty-allowed-headers',
    clause: '§2.3',
    title: 'An empty allowedHeaders stays an empty array.',
    check: (context) =>
      context.own.with(async ({ id }) => {
        const { answer, resource } = await readOwn(context, id);
        const cors = recordOf(recordOf(resource['config'])?.['cors']);
        expectNone(
          differences([], cors?.['allowedHeaders'], `${answer.request}: data.config.cors.allowedHeaders`),
        );
      }, replacement),
  }),
  must({
    ...about,
    id: 'create-listed',
    clause: '§4 row 3',
    operation: 'listMockServices',
    title: 'A created mock service is listed once, with the fields of its summary as it is read.',
    check: (context) =>
      context.own.with(async ({ id, title }) => {
        const { resource } = await readOwn(context, id);
        const item = await listOwn(context, id);
        const { type } = probe(title);
        expectNone([
          ...differences({ type, title }, item, 'item'),
          ...['createdAt', 'updatedAt']
            .filter((field) => !sameInstant(item[field], resource[field]))
            .map((field) => `item.${field}: expected that of the mock service, received another`),
        ]);
      }),
  }),
  must({
    ...about,
    id: 'reads-change-nothing',
    clause: '§4 rows 3 and 4',
    title: 'Reading a mock service and the list leaves it as it was.',
    check: (context) =>
      context.own.with(async ({ id, title }) => {
        const before = await readOwn(context, id);
        await listOwn(context, id);
        const { answer, resource } = await readOwn(context, id);
        const place = `${answer.request}: data`;
        expectNone([
          ...differences(probe(title), resource, place),
          ...['createdAt', 'updatedAt']
            .filter((field) => !sameInstant(before.resource[field], resource[field]))
            .map((field) => `${place}.${field}: expected what it was before, received another`),
        ]);
      }),
  }),
];

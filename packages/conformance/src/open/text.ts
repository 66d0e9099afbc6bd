/** Text in every string that can be written (§2.3), also in those with a form of their own, such as hosts and header names. */
import { open, type ConformanceCase } from '../case.ts';
import { differences } from '../expect.ts';
import type { ConformanceContext } from '../service/context.ts';
import { dataOf } from '../service/http.ts';
import { scratchInput } from '../service/scratch.ts';
import { texts } from '../service/texts.ts';

export const openTextCases: readonly ConformanceCase[] = [
  open({
    id: 'text-forms',
    needs: 'allowWrites',
    operation: 'createMockService',
    observe: async (context) => {
      const fields: Record<string, 'kept' | 'changed' | 'rejected'> = {};
      for (const [field, change] of Object.entries(changes)) fields[field] = await fateOf(context, change);
      return { fields };
    },
  }),
];

type Input = ReturnType<typeof scratchInput>;

const all = Object.values(texts);

/** What a create has in place of its own fields: every text, in one field. */
const changes: Readonly<Record<string, (input: Input) => object>> = {
  title: ({ title }) => ({ title: `${title} ${all.join(' ')}` }),
  type: () => ({ type: all.join(' ') }),
  'config.cors.allowedOrigins': inCors('allowedOrigins'),
  'config.cors.allowedMethods': inCors('allowedMethods'),
  'config.cors.allowedHeaders': inCors('allowedHeaders'),
  'config.defaultResponseHeaders': ({ config }) => ({
    config: { ...config, defaultResponseHeaders: Object.fromEntries(all.map((text) => [text, true])) },
  }),
  'config.upstreams[].name': ({ config }) => ({
    config: { ...config, upstreams: all.map((name) => ({ name, url: 'https://conformance.example' })) },
  }),
  'config.upstreams[].url': ({ config }) => ({
    config: {
      ...config,
      upstreams: all.map((text) => ({ name: 'text', url: `https://conformance.example/${text}` })),
    },
  }),
};

function inCors(list: keyof Input['config']['cors']): (input: Input) => object {
  return ({ config }) => ({ config: { ...config, cors: { ...config.cors, [list]: all } } });
}

function fateOf(context: ConformanceContext, change: (input: Input) => object) {
  return context.scratch.withTitle(async (title) => {
    const input = scratchInput(title);
    const body = { ...input, ...change(input) };
    const { id } = await context.scratch.create(body, title);
    if (id === undefined) return 'rejected';
    const read = await context.send('getMockService', { params: { mockServiceId: id } });
    return differences(body, dataOf(read), '').length === 0 ? 'kept' : 'changed';
  });
}

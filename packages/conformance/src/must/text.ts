/** Free text: titles and the names of upstreams (§2.1 and §2.3). */
import type { MockServiceInput } from '@mock-services/sdk/contract';
import { must, type ConformanceCase } from '../case.ts';
import { differences, expectNone, sameId } from '../expect.ts';
import { Skip } from '../outcome.ts';
import type { ConformanceContext } from '../service/context.ts';
import { dataOf, listOf, recordOf, type ServiceResponse } from '../service/http.ts';
import { expectStored } from '../service/scratch-requests.ts';
import { scratchInput } from '../service/scratch.ts';
import { texts, titleWith } from '../service/texts.ts';

export const textCases: readonly ConformanceCase[] = [
  must({
    id: 'create-keeps-text',
    clause: '§2.1 and §2.3',
    needs: 'allowWrites',
    operation: 'createMockService',
    title:
      'Titles and upstream names of a create come back as they were sent, in any script and at any length.',
    check: (context) => expectKept((text) => createdWith(context, text)),
  }),
  must({
    id: 'update-keeps-text',
    clause: '§2.1 and §2.3',
    needs: 'allowWrites',
    operation: 'updateMockService',
    title:
      'Titles and upstream names of an update come back as they were sent, in any script and at any length.',
    check: (context) =>
      context.scratch.with(({ id, title }) =>
        expectKept((text) => updatedWith(context, id, inputWith(text, title))),
      ),
  }),
  must({
    id: 'create-keeps-urls-and-names',
    clause: '§2.3',
    needs: 'allowWrites',
    operation: 'createMockService',
    title:
      'Long URLs, their letter case and escapes, and every character of header names come back as they were sent.',
    check: (context) =>
      context.scratch.withTitle(async (title) => {
        const input = inputWithForms(title);
        const { id } = await context.scratch.create(input, title);
        if (id === undefined) throw new Skip('the service rejected the URLs or names');
        await expectStored(context, id, input);
      }),
  }),
];

/** Valid in each field, and of a form that normalising does not change. */
function inputWithForms(title: string): MockServiceInput {
  const { config, ...rest } = scratchInput(title);
  const name = "x-!#$%&'*+-.^_`|~09";
  const path = 'Path/caf%C3%A9/%F0%9F%93%A6//a%2Fb%20c;v=1,2?Q=a+b&q=&%26=%3D#Frag';
  const urls = [`https://conformance.example/${path}`, `https://conformance.example/${'aB'.repeat(1000)}`];
  return {
    ...rest,
    config: {
      cors: { ...config.cors, allowedHeaders: [name] },
      defaultResponseHeaders: { [name]: true },
      upstreams: urls.map((url) => ({ name: 'text', url })),
    },
  };
}

/** Writes a text. Resolves to what came back otherwise, and to `undefined` when the service rejected it. */
type Write = (text: string) => Promise<readonly string[] | undefined>;

async function expectKept(write: Write): Promise<void> {
  const problems: string[] = [];
  let accepted = 0;
  for (const [kind, text] of Object.entries(texts)) {
    const changed = await write(text);
    if (changed !== undefined) accepted += 1;
    problems.push(...(changed ?? []).slice(0, 1).map((problem) => `${kind}: ${problem}`));
  }
  if (accepted === 0) throw new Skip('the service rejected every text');
  expectNone(problems);
}

function inputWith(text: string, title: string): MockServiceInput {
  const input = scratchInput(title);
  const upstreams = input.config.upstreams.map((upstream) => ({ ...upstream, name: text }));
  return { ...input, title: titleWith(text, title), config: { ...input.config, upstreams } };
}

function createdWith(context: ConformanceContext, text: string): ReturnType<Write> {
  return context.scratch.withTitle(async (title) => {
    const input = inputWith(text, title);
    const { id } = await context.scratch.create(input, title);
    if (id === undefined) return undefined;
    const read = await context.send('getMockService', { params: { mockServiceId: id } });
    const list = await context.send('listMockServices');
    const item = listOf(list)?.find((item) => sameId(recordOf(item)?.['id'], id));
    return [
      ...textDifferences(input, read),
      // An item may be missing because the list is paged; other cases judge that.
      ...(item === undefined ? [] : differences({ title: input.title }, item, `${list.request}: item`)),
    ];
  });
}

async function updatedWith(
  context: ConformanceContext,
  mockServiceId: string,
  input: MockServiceInput,
): ReturnType<Write> {
  const params = { mockServiceId };
  const update = await context.send('updateMockService', { params, body: { data: input } });
  if (update.status >= 300) return undefined;
  return [
    ...textDifferences(input, update),
    ...textDifferences(input, await context.send('getMockService', { params })),
  ];
}

/** Other cases judge the rest of a mock service. */
function textDifferences({ title, config }: MockServiceInput, response: ServiceResponse): string[] {
  const names = { upstreams: config.upstreams.map(({ name }) => ({ name })) };
  return differences({ title, config: names }, dataOf(response), `${response.request}: data`);
}

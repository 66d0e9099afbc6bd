import type { MockServiceInput } from '@mock-services/sdk/contract';
import { mustCases } from '../case.ts';
import { dataOf, listOf, recordOf, type ServiceResponse } from '../response.ts';
import type { ConformanceContext } from '../context.ts';
import { differences, expectNone, sameId } from '../expect.ts';
import { Skip } from '../outcome.ts';
import { expectStored, scratchInput } from '../scratch.ts';

/** Exceeds the length of a typical title column (255 to 4,096 characters), but not common body limits. */
const longLength = 5000;

/** Unusual strings, by description. A service may reject an unusual string, but must not change an accepted string. */
const texts: Readonly<Record<string, string>> = {
  scripts: 'Größe Ελλάδα Жизнь שלום مرحبا नमस्ते ภาษา 日本語 한국어 ქართული አማርኛ',
  'astral characters': '📦 👩🏽‍💻 🇺🇳 𝒳 𠮷 𐍈',
  'composed and decomposed characters':
    '\u00E9 e\u0301 \u00C5 A\u030A \u212B \uAC01 \u1100\u1161\u11A8 q\u0307\u0323',
  'compatibility characters': '\uFB01 \u2460 \uFF21 \u00BD \u2126 \u017F',
  'letters of both cases': 'ÀàÇç ẞß İı Σσς ǅ',
  'spaces at both ends': ' \u00A0\u3000two  spaces\u2003\u00A0 ',
  'marks of direction and other invisible characters':
    '\u200Fא\u200E \u202Eabc\u202C \u2066x\u2069 a\u200Bb\u00ADc\u2060d\uFEFFe',
  'control characters': '\u0001\b\t\n\u000B\f\r\u001B\u001F\u007F\u0085\u2028\u2029',
  'the character NUL': 'a\u0000b',
  'quotes and escapes': String.raw`"'\/<b>&amp;</b>%20%00+{{x}}\u0041\n;--`,
  'replacement and private characters': '\uFFFD \uE000 \u{10FFFD}',
  [`${longLength} characters`]: 'long text '.repeat(longLength / 10),
};

const writing = { needs: 'allowWrites' } as const;

export const textCases = mustCases(writing, {
  'create-keeps-text': {
    clause: '§2.1 and §2.3',
    operation: 'createMockService',
    title:
      'A created mock service has its title and upstream names exactly as sent, in any script and at any length.',
    check: (context) => expectKept((text) => changesByCreate(context, text)),
  },
  'update-keeps-text': {
    clause: '§2.1 and §2.3',
    operation: 'updateMockService',
    title:
      'An updated mock service has its title and upstream names exactly as sent, in any script and at any length.',
    check: (context) =>
      context.withScratch(({ id, title }) =>
        expectKept((text) => changesByUpdate(context, id, inputWith(text, title))),
      ),
  },
  'create-keeps-urls-and-names': {
    clause: '§2.3',
    operation: 'createMockService',
    title:
      'A created mock service has its URLs and header names exactly as sent, including length, letter case and escapes.',
    check: (context) =>
      context.withTitle(async (title) => {
        const input = inputWithForms(title);
        const { id } = await context.create(input, title);
        if (id === undefined) throw new Skip('the service rejected the URLs or names');
        await expectStored(context, id, input);
      }),
  },
});

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

/** @param write - Resolves to the changes by the service, or to `undefined` if the service rejected the string. */
async function expectKept(write: (text: string) => Promise<readonly string[] | undefined>): Promise<void> {
  const problems: string[] = [];
  let accepted = 0;
  for (const [kind, text] of Object.entries(texts)) {
    const changes = await write(text);
    if (changes !== undefined) accepted += 1;
    const [problem] = changes ?? [];
    if (problem !== undefined) problems.push(`${kind}: ${problem}`);
  }
  if (accepted === 0) throw new Skip('the service rejected every text');
  expectNone(problems);
}

function inputWith(text: string, title: string): MockServiceInput {
  const input = scratchInput(title);
  const upstreams = input.config.upstreams.map((upstream) => ({ ...upstream, name: text }));
  // Put the text at both ends of the title, because some services change only the ends, such as spaces.
  const whole = text.length < longLength ? `${text}${title}${text}` : `${title}${text}`.slice(0, longLength);
  return { ...input, title: whole, config: { ...input.config, upstreams } };
}

function changesByCreate(context: ConformanceContext, text: string) {
  return context.withTitle(async (title) => {
    const input = inputWith(text, title);
    const { id } = await context.create(input, title);
    if (id === undefined) return undefined;
    const read = await context.send('getMockService', { params: { mockServiceId: id } });
    const list = await context.send('listMockServices');
    const item = listOf(list)?.find((one) => sameId(recordOf(one)?.['id'], id));
    return [
      ...textDifferences(input, read),
      // Ignore a missing item, because other cases check whether the list is complete.
      ...(item === undefined ? [] : differences({ title: input.title }, item, `${list.request}: item`)),
    ];
  });
}

async function changesByUpdate(context: ConformanceContext, mockServiceId: string, input: MockServiceInput) {
  const params = { mockServiceId };
  const update = await context.send('updateMockService', { params, body: { data: input } });
  if (update.status >= 300) return undefined;
  const read = await context.send('getMockService', { params });
  return [...textDifferences(input, update), ...textDifferences(input, read)];
}

function textDifferences({ title, config }: MockServiceInput, response: ServiceResponse): string[] {
  const names = { upstreams: config.upstreams.map(({ name }) => ({ name })) };
  return differences({ title, config: names }, dataOf(response), `${response.request}: data`);
}

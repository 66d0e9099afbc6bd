import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../../tools/lib/command.ts';
import { at } from '../../../tools/lib/paths.ts';
import { commandsIn, flagsIn, npmProblem } from '../../../tools/pages/commands.ts';
import { compile } from '../../../tools/pages/compile.ts';
import { elsewhere } from '../../../tools/pages/elsewhere.ts';
import { isFile, pageOf, pages, type Page } from '../../../tools/pages/page.ts';

const all = pages();

/** Where a block is compiled: in a folder of its page. */
const nameIn = (page: Page, file: string): string => `pasted/${page.path.replaceAll(/\W/g, '-')}/${file}`;

/** What the compiler says about the blocks of pages, by page, each with its line. */
function problemsIn(some: readonly Page[]): ReadonlyMap<string, string[]> {
  const files = some.flatMap((page) =>
    page.steps.filter(isFile).map((file) => ({ page, file, name: nameIn(page, file.name) })),
  );
  const texts = new Map(files.map(({ name, file }) => [name, file.text]));
  const said = compile(texts.set('pasted/elsewhere.d.ts', elsewhere));
  const problems = new Map<string, string[]>();
  for (const { page, file, name } of files) {
    const lines = (said.get(name) ?? []).map(
      ({ line, message }) => `${page.path}:${file.lines[line]}: ${message}`,
    );
    problems.set(page.path, [...(problems.get(page.path) ?? []), ...lines]);
  }
  return problems;
}

describe('code in pages', () => {
  let problems: ReadonlyMap<string, string[]>;
  beforeAll(() => {
    problems = problemsIn(all);
  });

  test.each(all.filter(({ steps }) => steps.some(isFile)))(
    'of $path is complete with its imports, and of the right types',
    ({ path }) => {
      expect(problems.get(path)).toEqual([]);
    },
  );

  test.each(all)('that is JSON in $path can be parsed', ({ json }) => {
    for (const { code } of json) expect(() => JSON.parse(code) as unknown).not.toThrow();
  });
});

describe('commands in pages', () => {
  test.each(all)('of npm in $path exist', (page) => {
    const home = dirname(page.path);
    expect(commandsIn(page).flatMap((line) => npmProblem(line, home) ?? [])).toEqual([]);
  });

  test('of the fake server know their flags', async () => {
    const used = all.flatMap(commandsIn).filter((line) => line.startsWith('npx @mock-services/fake-server'));
    const flags = new Set(used.flatMap(flagsIn));
    expect(flags.size).toBeGreaterThan(5);
    const known = flagsIn((await help()) + (await help('conformance')));
    expect([...flags].filter((flag) => !known.includes(flag))).toEqual([]);
  });
});

test('llms.txt leads to pages that exist', () => {
  const links = Array.from(
    readFileSync(at('llms.txt'), 'utf8').matchAll(/\]\(([^)]+)\)/g),
    ([, link = '']) => link,
  );
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !existsSync(at(link)))).toEqual([]);
});

describe('a mistake in a page is found', () => {
  const block = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n`;
  const wrong = [
    ['a name without its import', block('ts', 'client.a;'), [/^x\.md:2: Cannot find name 'client'\.$/]],
    ['a wrong import', block('ts', "import { no } from '@mock-services/sdk';"), [/^x\.md:2: .*no exported/]],
    ['a name of another block', block('ts', 'const a = 1;') + block('ts', 'a;'), [/^x\.md:5: .*'a'/]],
    ['code in a list', `1. text\n\n   ${block('ts', 'b;').replaceAll('\n', '\n   ')}`, [/^x\.md:4: .*'b'/]],
    ['but no name of what a block continues', block('ts', 'const a = 1;') + block('ts continued', 'a;'), []],
    [
      'but no name of a file that was saved',
      block('ts file=c.ts', 'export const c = 1;') + block('ts', "import { c } from './c.ts';\nc;"),
      [],
    ],
  ] as const;
  let problems: ReadonlyMap<string, string[]>;
  beforeAll(() => {
    problems = problemsIn(wrong.map(([name, text]) => pageOf(name, text)));
  });

  test.each(wrong)('%s', (name, _, patterns) => {
    const said = problems.get(name)?.map((line) => line.replace(name, 'x.md'));
    expect(said).toEqual(patterns.map((pattern) => expect.stringMatching(pattern) as string));
  });

  test.each([
    ['rust', '"rust"'],
    ['ts skipped', '"skipped"'],
  ])('a block of %s', (language, named) => {
    expect(() => pageOf('x.md', block(language, ''))).toThrow(named);
  });

  test.each([
    ['npm run nothing', 'no script "nothing"'],
    ['npm run demo -- --nowhere', 'does not know --nowhere'],
    ['npm run bench -w packages/none', 'packages/none/package.json has no script "bench"'],
  ])('%s', (line, problem) => {
    expect(
      commandsIn(pageOf('x.md', block('sh', `cd x && ${line} # text`))).map((one) => npmProblem(one)),
    ).toEqual([undefined, expect.stringContaining(problem)]);
  });
});

async function help(...words: readonly string[]): Promise<string> {
  const program = at('packages/fake-server/src/node/bin.ts');
  const sources = at('packages/fake-server/test/node/from-sources.ts');
  const { status, output } = await command(process.execPath, [
    '--import',
    sources,
    program,
    ...words,
    '--help',
  ]);
  expect(status).toBe(0);
  return output;
}

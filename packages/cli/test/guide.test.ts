/** The workflow for CI in the guide. The checks of the pages run the other commands of the guide. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from '../../../tools/lib/paths.ts';
import { fileWith, serviceWith, titlesOf } from './support.ts';

const guide = readFileSync(at('docs/guide/mock-services-as-code.md'), 'utf8');
const block = (start: string) => guide.split(`\`\`\`${start}\n`)[1]?.split('```')[0] ?? '';

test('the documented workflow prints the plan, applies it and detects differences', async () => {
  const commands = [...block('yaml').matchAll(/run: npx @mock-services\/cli (.+)/g)].map(([, args = '']) =>
    args.split(' '),
  );
  const { fake, run } = await serviceWith({ mockServices: [{ title: 'Old' }, { title: 'Payments' }] });
  const file = fileWith(block('json file=mocks.json'));
  const [plan = [], apply = [], diff = []] = commands.map((args) =>
    args.map((arg) => (arg === 'mocks.json' ? file : arg)),
  );

  expect(await run(diff)).toMatchObject({ code: 1 });
  const { code, stdout } = await run(plan);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^Plan for \S+\n\+ create "Orders"\n~ update "Payments"\n[^]*\n- delete "Old"\n/),
  ]);
  expect(titlesOf(fake)).toEqual(['Old', 'Payments']);
  expect(await run(apply)).toMatchObject({ code: 0 });
  expect(await run(diff)).toMatchObject({ code: 0, stdout: '= 2 unchanged\n' });

  fake.mockServices.add({ title: 'By hand' });
  expect(await run(diff)).toMatchObject({ code: 1, stdout: '- delete "By hand"\n= 2 unchanged\n' });
});

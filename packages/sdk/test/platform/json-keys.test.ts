/** An error of `JSON.parse`, because of which `readable` in `tools/lib/near.ts` leaves out some generated keys. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The major version of Node that developers use. */
const developed = readFileSync(new URL('../../../../.nvmrc', import.meta.url), 'utf8').trim();

// A process of its own, because what other tests have parsed affects which key V8 expects.
const script = String.raw`
  JSON.parse('{"c":1,"\\\\":1}');
  console.log(JSON.stringify(Object.keys(JSON.parse('{"c":1,"\\n":1}'))));
`;

test.runIf(process.versions.node.split('.')[0] === developed)(
  'the Node version in .nvmrc still misreads a key after a key with a backslash',
  () => {
    const keys = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
    expect(
      JSON.parse(keys),
      `Node ${process.versions.node} reads keys correctly. Remove \`readable\` from tools/lib/near.ts, its uses, and this test.`,
    ).toEqual(['c', '\\']);
  },
);

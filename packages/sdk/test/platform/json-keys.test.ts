/** An error of `JSON.parse`, because of which `readable` in `tools/lib/near.ts` leaves out some generated keys. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The major version of Node that developers use. */
const developed = readFileSync(new URL('../../../../.nvmrc', import.meta.url), 'utf8').trim();

// The first key occurs nowhere else, so no other test affects which key V8 expects after it.
const keysOf = (second: string) =>
  Object.keys(JSON.parse(`{"json-keys":1,${JSON.stringify(second)}:1}`) as object);

test.runIf(process.versions.node.split('.')[0] === developed)(
  'the Node version in .nvmrc still misreads a key after a key with a backslash',
  () => {
    expect(keysOf('\\')).toEqual(['json-keys', '\\']);
    expect(
      keysOf('\n'),
      `Node ${process.versions.node} reads keys correctly. Remove \`readable\` from tools/lib/near.ts, its uses, and this test.`,
    ).toEqual(['json-keys', '\\']);
  },
);

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { at } from '../../../tools/lib/paths.ts';

const page = readFileSync(at('CONTRIBUTING.md'), 'utf8');

/** The walks, and the folder that the files of each are in. */
const walks = [
  ['The way of a call', 'packages/sdk/src/client'],
  ['The way of a request to the fake', 'packages/fake-server/src'],
] as const;

describe.each(walks)('%s, in CONTRIBUTING.md', (title, folder) => {
  const section = page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  const files = Array.from(section.matchAll(/`([\w/-]+\.ts)`/g), ([, file = '']) => file);

  test('has ten steps, which name their files', () => {
    expect(section.match(/^\d+\. /gm)).toHaveLength(10);
    expect(files.length).toBeGreaterThanOrEqual(10);
  });

  test('names files that exist', () => {
    expect(files.filter((file) => !existsSync(at(folder, file)))).toEqual([]);
  });
});

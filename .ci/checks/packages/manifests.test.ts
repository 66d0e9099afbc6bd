import { readFileSync } from 'node:fs';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, test } from 'vitest';
import { command } from '../../../tools/lib/command.ts';
import { checker } from '../../../tools/lib/paths.ts';

describe.each(inject('packed'))('the manifest of $name', ({ name, tarball }) => {
  test('passes publint', async () => {
    const { buffer } = new Uint8Array(readFileSync(tarball));
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test('leads to types that are right for ES modules and CommonJS under every resolution', async () => {
    // Node requires ES modules, too; the libraries are also for tools that do not.
    const profile = name.endsWith('/explorer') ? ['--profile', 'esm-only'] : [];
    const args = [checker('attw'), tarball, '--format', 'ascii', '--no-emoji', ...profile];
    expect(await command(process.execPath, args)).toMatchObject({ status: 0 });
  });
});

/** Runs the Python recipe. If the machine has no Python 3, the test is skipped with a note. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createFakeServer, createWorlds } from '@mock-services/fake-server/core';
import { expect, test } from 'vitest';
import { startServer } from '../server/start-server.ts';

const execute = promisify(execFile);
const script = fileURLToPath(
  new URL('../../../../examples/recipes/python/check_mock_services.py', import.meta.url),
);

const found = await execute('python3', ['--version']).then(
  ({ stdout }) => stdout,
  () => '',
);
if (found === '') console.error('\n!! No python3 was found: the recipe in Python is NOT run.\n');

test.runIf(found !== '')(
  'the Python recipe passes its tests and deletes the worlds that they created',
  async () => {
    const worlds = createWorlds({ create: () => createFakeServer() });
    const { url } = await startServer({ admin: true }, worlds);
    const { stderr } = await execute('python3', [script, url], { timeout: 60_000 });
    expect(stderr).toMatch(/Ran 10 tests in [\d.]+s\s+OK\s*$/);
    expect(worlds.names()).toEqual([]);
  },
  70_000,
);

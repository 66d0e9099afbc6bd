import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { command } from '../../../../tools/lib/command.ts';

const execute = promisify(execFile);
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

test("the example tests in the recipe for Node's test runner pass", async () => {
  const recipe = path('../../../../examples/recipes/node-test/mock-services.test.ts');
  // Vitest sets NODE_TEST_CONTEXT, which changes the output of Node's test runner.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--import', path('../../../../tools/sources.ts'), '--test', '--test-reporter=tap', recipe];
  const { stdout } = await execute(process.execPath, args, { env, timeout: 60_000 });
  expect(stdout).toMatch(/# pass 4\n# fail 0\n/);
}, 70_000);

describe('the recipe for a shell script', () => {
  const recipe = path('../../../../examples/recipes/shell/with-fake-server.sh');

  /** Runs a command with the recipe. In the folder of the command, another program replaces the fake server. */
  async function runIn(program: string, script: string) {
    const folder = await mkdtemp(join(tmpdir(), 'mock-services-shell-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
    const installed = join(folder, 'node_modules/.bin/mock-services-fake');
    await writeFile(installed, `#!/bin/sh\n${program}\n`, { mode: 0o755 });
    return command('bash', [recipe, 'sh', '-c', script], { cwd: folder });
  }

  const fake = `exec '${process.execPath}' --import '${path('../../../../tools/sources.ts')}' '${path('../../src/node/bin.ts')}' "$@"`;
  const list = '/configuration/mock-services';

  test.each([0, 7])(
    'the shell recipe starts the server, runs a command and exits with its status %i',
    async (code) => {
      const script = `echo "at $MOCK_SERVICES_URL"; curl --silent $MOCK_SERVICES_URL${list}; exit ${code}`;
      const { status, output } = await runIn(fake, script);
      expect([status, output]).toEqual([code, expect.stringContaining('{"data":[{"id":')]);
      const [, url] = /^at (http:\S+)/m.exec(output) ?? [];
      await expect(fetch(`${url}${list}`)).rejects.toThrow('fetch failed');
    },
  );

  test('the shell recipe does not run the command if the server fails to start', async () => {
    const { status, output } = await runIn('echo "no port" >&2; exit 4', 'echo never');
    expect([status, output]).toEqual([1, 'no port\n']);
  });
});

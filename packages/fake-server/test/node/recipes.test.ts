import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const execute = promisify(execFile);
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

test("the recipe for Node's test runner passes", async () => {
  const recipe = path('../../../../examples/recipes/node-test/mock-services.test.ts');
  // Vitest sets NODE_TEST_CONTEXT, which changes the output of Node's test runner.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--import', path('from-sources.ts'), '--test', '--test-reporter=tap', recipe];
  const { stdout } = await execute(process.execPath, args, { env, timeout: 60_000 });
  expect(stdout).toMatch(/# pass 4\n# fail 0\n/);
}, 70_000);

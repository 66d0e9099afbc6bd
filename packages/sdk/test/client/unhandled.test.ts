import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = new URL('../../src/index.ts', import.meta.url);
const id = '1f0e2d3c-4b5a-4678-9abc-def012345678';

/** How many unhandled rejections a script causes in a process of its own. */
async function unhandledIn(script: string): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `let count = 0;
       process.on('unhandledRejection', () => { count += 1; });
       const { createClient } = await import(${JSON.stringify(source.href)});
       const fetch = async () => new Response('', { status: 404 });
       const { mockServices } = createClient({ baseUrl: 'https://mocks.example.com', fetch });
       const call = mockServices.get('${id}');
       const ignore = () => undefined;
       ${script}
       setTimeout(() => { console.log(count); }, 20);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], cwd: fileURLToPath(new URL('.', import.meta.url)) },
  );
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += String(chunk)));
  await new Promise((resolve) => child.on('close', resolve));
  return Number(printed);
}

test.each([
  ['a call that nobody handles', '', 1],
  ['a call with withResponse() that nobody handles', 'call.withResponse();', 1],
  ['withResponse() asked for twice', 'call.withResponse(); call.withResponse();', 1],
  ['a call that is caught', 'call.catch(ignore);', 0],
  ['withResponse() that is caught', 'call.withResponse().catch(ignore);', 0],
  ['both, caught', 'call.catch(ignore); call.withResponse().catch(ignore);', 0],
  ['a chain that nobody handles', 'call.then(ignore);', 1],
])('%s: reported as often as it is not handled', async (_, script, times) => {
  expect(await unhandledIn(script)).toBe(times);
});

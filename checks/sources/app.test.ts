/** `npm run app`, which serves `examples/app` from the sources. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { chromium } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { chromiumPath, launchOptions } from '../../tools/lib/chromium.ts';
import { command } from '../../tools/lib/command.ts';
import { root } from '../../tools/lib/paths.ts';

const script = ['--import', './tools/sources.ts', 'examples/app/serve.ts'];
const env = { NODE_ENV: '', VITEST: '' };
const run = (...args: readonly string[]) =>
  command(process.execPath, [...script, ...args], { cwd: root, env });

/** Starts the program, and returns the URL that it prints. */
async function launch(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...script, '--port', '0', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Application at (http:\/\/127\.0\.0\.1:\d+\/)$/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('The program exited.');
}

async function open(url: string) {
  const browser = await chromium.launch(launchOptions);
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(url);
  return page;
}

test('npm run app -- --help lists the options', async () => {
  const { status, output } = await run('--help');
  expect({ status, options: output.match(/^ {2}--\w+/gm) }).toEqual({
    status: 0,
    options: ['  --service', '  --port', '  --help'],
  });
});

test.each([
  [['--servce', 'http://127.0.0.1:4600'], '--servce'],
  [['--service', '127.0.0.1:4600'], '--service expects a URL'],
  [['--service', 'https://'], '--service expects a URL'],
  [['--port', '65536'], '--port expects a number from 0 to 65535'],
  [['--port', 'x'], '--port expects'],
])('npm run app refuses %j', async (args, message) => {
  const { status, output } = await run(...args);
  expect({ status, output }).toEqual({ status: 2, output: expect.stringContaining(message) as string });
  expect(output).not.toMatch(/^ +at /m);
});

test.runIf(chromiumPath !== undefined)(
  'the page has a fake server with sample data, and keeps its data after a reload',
  async () => {
    const page = await open(await launch());
    await page.getByRole('button', { name: 'Delete Payments' }).click();
    await page.getByRole('button', { name: 'Delete Payments' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Delete Accounts' }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete Payments' }).count()).toBe(0);
  },
);

test.runIf(chromiumPath !== undefined)('with --service, the page uses that service', async () => {
  const fake = createFakeServer({ seed: { mockServices: [{ title: 'From the port' }] } });
  const running = await serve(fake, { port: 0 });
  onTestFinished(() => running.close({ grace: 0 }));
  const page = await open(await launch('--service', running.url));
  await page.getByRole('button', { name: 'Delete From the port' }).click();
  await page.getByText('There are no mock services.').waitFor();
  expect(fake.mockServices.list()).toEqual([]);
});

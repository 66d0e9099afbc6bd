/** `npm run app`, which serves `examples/app` from the sources. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { chromium } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { chromiumPath, launchOptions } from '../../tools/lib/chromium.ts';
import { command } from '../../tools/lib/command.ts';
import { openRoots } from '../../tools/lib/open-roots.ts';
import { root } from '../../tools/lib/paths.ts';
import { scenarios } from '../../examples/app/src/scenarios.ts';

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
  await page.addInitScript(openRoots);
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

test.runIf(chromiumPath !== undefined)('each scenario of the page opens by its link', async () => {
  const url = await launch();
  const page = await open(url);
  const services = page.getByRole('region', { name: 'Configurations' });
  const goTo = (name: string) => page.goto(`${url}?${new URLSearchParams({ fake: name }).toString()}`);
  const journeys: Readonly<Record<keyof typeof scenarios, () => Promise<unknown>>> = {
    empty: () => page.getByText('There are no mock services.').waitFor(),
    many: async () => {
      await page.getByRole('button', { name: 'Delete Service 300' }).waitFor();
      expect(await services.getByRole('listitem').count()).toBeGreaterThan(300);
    },
    // The client sends a failed request again, with pauses.
    'service down': () => page.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 60_000 }),
    'lost rename': async () => {
      await page.getByRole('button', { name: 'Rename Payments' }).click();
      await page.getByLabel('New title of Payments').fill('Zahlungen');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The response was lost.').waitFor({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Rename Zahlungen' }).waitFor();
    },
    slow: async () => {
      await page.getByText('Loading the mock services…').waitFor();
      await page.getByRole('button', { name: 'Delete Payments' }).waitFor();
    },
  };
  expect(Object.keys(journeys)).toEqual(Object.keys(scenarios));
  for (const [name, journey] of Object.entries(journeys)) {
    await goTo(name);
    await journey();
  }
  // From the panel to the page: a reload shows the scenario that was chosen there.
  await page.getByRole('button', { name: 'Fake server' }).click();
  await page.getByRole('tab', { name: 'Scenarios' }).click();
  await page.getByRole('button', { name: 'Nothing yet', exact: true }).click();
  await page.getByRole('button', { name: 'Reload page' }).click();
  await page.getByText('There are no mock services.').waitFor();
  expect(page.url()).toBe(`${url}?fake=empty`);
  await page.reload();
  await page.getByText('There are no mock services.').waitFor();
});

test.runIf(chromiumPath !== undefined)('with --service, the page uses that service', async () => {
  const fake = createFakeServer({ seed: { mockServices: [{ title: 'From the port' }] } });
  const running = await serve(fake, { port: 0 });
  onTestFinished(() => running.close({ grace: 0 }));
  const page = await open(await launch('--service', running.url));
  await page.getByRole('button', { name: 'Delete From the port' }).click();
  await page.getByText('There are no mock services.').waitFor();
  expect(fake.mockServices.list()).toEqual([]);
});

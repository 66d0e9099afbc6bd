/** Runs the program within this process or in its own, against fake servers on ports. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  createFakeServer,
  type ExchangeDraft,
  type FakeServer,
  type Seed,
} from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { type Client, type ClientOptions, createClient, type MockServiceConfig } from '@mock-services/sdk';
import { buildSync } from 'esbuild';
import { expect, onTestFinished, vi } from 'vitest';
import { at } from '../../../tools/lib/paths.ts';
import type { Context } from '../src/code-commands.ts';
import { main } from '../src/commands.ts';
import { Secrets } from '../src/secrets.ts';
import { recorder as recorderOf, type TerminalOptions } from '../../cli-kit/test/terminal.ts';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type RunOptions = TerminalOptions;

/** Returns a terminal that records what is printed. */
const recorder = (options?: RunOptions) => recorderOf({ command: 'npx @mock-services/cli', ...options });

/** Runs the program within this process. */
export async function run(args: readonly string[], options?: RunOptions): Promise<Ended> {
  const { terminal, printed } = recorder(options);
  return { code: await main(args, terminal), ...printed };
}

/** Builds the program from the sources, so that each of its processes starts quickly. */
function build(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mock-services-cli-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  copyFileSync(at('packages/cli/package.json'), join(folder, 'package.json'));
  const outfile = join(folder, 'dist/bin.mjs');
  buildSync({
    entryPoints: [at('packages/cli/src/bin.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
  return outfile;
}

const built: { program?: string } = {};

type Environment = Readonly<Record<string, string>>;

/** Starts the program in its own process. */
export function launch(args: readonly string[], environment: Environment = {}) {
  return start(process.execPath, [(built.program ??= build()), ...args], environment);
}

/** Runs a script of bash, in which `cli` is the program and `$url` is the service. */
export function shell(script: string, url: string, environment: Environment = {}) {
  const program = (built.program ??= build());
  const cli = `cli() { "${process.execPath}" "${program}" "$@"; }`;
  return start('bash', ['--norc', '-c', `${cli}\n${script}`], {
    ...environment,
    MOCK_SERVICES_URL: url,
    url,
  });
}

function start(command: string, args: readonly string[], environment: Environment) {
  const child = spawn(command, args, { env: { ...process.env, ...environment } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended: Promise<Ended> = Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ]).then(([[code], stdout, stderr]) => ({ code: code as number | null, stdout, stderr }));
  return { child, ended };
}

export interface Service {
  readonly fake: FakeServer;
  readonly url: string;
  /** Runs the program with the URL of this service. */
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Ended>;
  readonly close: () => Promise<void>;
}

/** Serves a fake server on a port of the loopback interface. */
export async function serviceWith(seed: Seed = {}, port = 0): Promise<Service> {
  const fake = createFakeServer({ seed });
  const running = await serve(fake, { port });
  const close = () => running.close({ grace: 0 });
  onTestFinished(close);
  return {
    fake,
    url: running.url,
    run: (args, options) => run(['--url', running.url, ...args], options),
    close,
  };
}

/**
 * Creates a fake server, which writes ids in upper case, and a client that calls it without a port. `script` may replace
 * its `fetch`.
 */
export function directService(
  seed: Seed = {},
  script: (fake: FakeServer) => Partial<ClientOptions> = () => ({}),
  options?: RunOptions,
) {
  const fake = createFakeServer({ seed, identifierCase: 'upper' });
  const client = createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch, ...script(fake) });
  return { fake, ...contextOf(client, options) };
}

export function contextOf(client: Client, options?: RunOptions) {
  const { terminal, printed } = recorder(options);
  const url = 'https://mocks.example/api';
  const context: Context = { client, url, terminal, secrets: new Secrets(), json: false };
  return { context, printed };
}

/** Calls `act`, and advances virtual time until it has ended. Fails if a timer is left, which would keep a process alive. */
export async function inVirtualTime<Result>(act: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers();
  try {
    const state = { hasEnded: false };
    const result = act().finally(() => (state.hasEnded = true));
    result.catch(() => {});
    while (!state.hasEnded) await vi.advanceTimersByTimeAsync(100);
    expect(vi.getTimerCount()).toBe(0);
    return await result;
  } finally {
    vi.useRealTimers();
  }
}

/** Fetches from the fake server. */
type Fetch = FakeServer['fetch'];

/** A fake server without a port. `run` runs the program in virtual time. `wrap` may change requests and responses. */
export function virtualService(seed: Seed = {}, wrap: (fetch: Fetch) => Fetch = (fetch) => fetch) {
  const fake = createFakeServer({ seed });
  vi.stubGlobal('fetch', wrap(fake.fetch));
  onTestFinished(() => void vi.unstubAllGlobals());
  return {
    fake,
    run: (args: readonly string[], options?: RunOptions) =>
      inVirtualTime(() => run(['--url', fake.baseUrl, ...args], options)),
  };
}

/** A workspace with a log, as a seed. */
export const logSeed = (...log: ExchangeDraft[]) => ({
  workspaces: [{ id: idOf(1), name: 'Checkout' }],
  activity: { [idOf(1)]: log },
});

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mock-services-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Writes a file with the given JSON or text. Returns its path. */
export function fileWith(content: unknown, name = 'mocks.json'): string {
  const path = join(newFolder(), name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return path;
}

export function idOf(n: number): string {
  return `abcdef00-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

export function config(url = 'https://catalog.example'): MockServiceConfig {
  return {
    cors: { allowedOrigins: ['shop.example'], allowedMethods: ['GET'], allowedHeaders: [] },
    defaultResponseHeaders: { 'x-mock': true },
    upstreams: [{ name: 'live', url }],
  };
}

/** What identifies the mock services of a fake server, and what a file can set. */
export function contentsOf({ mockServices }: FakeServer) {
  return mockServices.list().map(({ type, title, config }) => ({ type, title, config }));
}

export const titlesOf = ({ mockServices }: FakeServer) => mockServices.list().map(({ title }) => title);

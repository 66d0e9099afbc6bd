import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveExplorer, type ExplorerOptions } from '@mock-services/explorer';
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { inject, onTestFinished } from 'vitest';
import { test } from '../harness.ts';

const token = 'token-of-the-program';

/** The program over the built page, until the end of the running test. */
async function explorerFor(options: ExplorerOptions): Promise<string> {
  const running = await serveExplorer({ port: 0, page: inject('explorer').folder, ...options });
  onTestFinished(() => running.close());
  return running.url;
}

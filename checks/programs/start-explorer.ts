/** Starts the explorer with a page of one file, which needs no build. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveExplorer } from '@mock-services/explorer';
import { runProgram } from '@mock-services/cli-kit';
import { main } from '../../packages/explorer/server/command/main.ts';

const page = mkdtempSync(join(tmpdir(), 'mock-services-page-'));
process.once('exit', () => rmSync(page, { recursive: true }));
writeFileSync(join(page, 'index.html'), '<!doctype html><html><head></head></html>');

const start = (options: object) => serveExplorer({ ...options, page });
await runProgram((args, terminal) => main(args, terminal, { start }), {
  file: import.meta.url,
  manifest: '../../packages/explorer/package.json',
  script: 'explorer',
});

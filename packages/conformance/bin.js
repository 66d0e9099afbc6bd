#!/usr/bin/env node
// Committed, because npm links programs when a clone is installed, before a build writes `dist`.
import { existsSync } from 'node:fs';

const program = new URL('./dist/bin.js', import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  console.error(
    'This clone is not built. Run `npm run build` first, or use the sources: npm run conformance -- --help',
  );
  process.exitCode = 2;
}

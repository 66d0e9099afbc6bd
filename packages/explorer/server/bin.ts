#!/usr/bin/env node
import { runProgram } from '@mock-services/cli-kit';
import { main } from './command/main.ts';

await runProgram(main, { file: import.meta.url, manifest: '../package.json', script: 'explorer' });

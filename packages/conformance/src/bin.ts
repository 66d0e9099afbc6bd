#!/usr/bin/env node
import { runProgram } from '@mock-services/program';
import { main } from './program.ts';

await runProgram(main, { file: import.meta.url, manifest: '../package.json', script: 'conformance' });

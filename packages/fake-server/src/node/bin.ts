#!/usr/bin/env node
import { runProgram } from '@mock-services/program';
import { main } from './command/main.ts';

await runProgram(main, { file: import.meta.url, manifest: '../../package.json', script: 'fake' });

#!/usr/bin/env node
/** Entry point of the `mock-services-explorer` command. */
import { main } from './command/main.ts';
import { processTerminal } from './command/terminal.ts';

const terminal = processTerminal(new URL('../package.json', import.meta.url), 'npx @mock-services/explorer');
process.exitCode = await main(process.argv.slice(2), terminal);

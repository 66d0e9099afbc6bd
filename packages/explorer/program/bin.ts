#!/usr/bin/env node
/** The command-line program. */
import { main } from './command/main.ts';
import { processTerminal } from './command/terminal.ts';

const terminal = processTerminal(new URL('../package.json', import.meta.url));
process.exitCode = await main(process.argv.slice(2), terminal);

/** `npm run explorer`: runs the program, which serves the page from its sources. */
import { main } from './program/command/main.ts';
import { processTerminal } from './program/command/terminal.ts';
import { serveSources } from './serve-sources.ts';

const terminal = processTerminal(new URL('package.json', import.meta.url), 'npm run explorer --');
process.exitCode = await main(process.argv.slice(2), { ...terminal, isInteractive: false }, serveSources);

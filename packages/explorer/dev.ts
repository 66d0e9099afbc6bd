/** `npm run explorer`: runs the program, which serves the page from its sources. */
import { runProgram } from '@mock-services/cli-kit';
import { main } from './server/command/main.ts';
import { serveSources } from './serve-sources.ts';

await runProgram(
  (args, terminal) => main(args, { ...terminal, isInteractive: false }, { start: serveSources }),
  {
    file: import.meta.url,
    manifest: 'package.json',
    script: 'explorer',
  },
);

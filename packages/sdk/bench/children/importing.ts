/** Prints how many milliseconds the import of a module takes. */
import { pathToFileURL } from 'node:url';

const url = pathToFileURL(process.argv[2] ?? '').href;
const started = performance.now();
await import(url);
process.stdout.write(String(performance.now() - started));

/**
 * Counts the entries of a log without holding it: `<module> <base URL> <workspace>`. Prints how many there were, the
 * milliseconds that it took, and the bytes by which resident memory grew above what it was before.
 */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const [file = '', baseUrl = '', workspaceId = ''] = process.argv.slice(2);
// Each module in `contenders/` that reads a stream exports it.
const module = (await import(pathToFileURL(file).href)) as {
  count(baseUrl: string, workspaceId: string): Promise<number>;
};
const idle = process.memoryUsage.rss();
const started = performance.now();
const entries = await module.count(baseUrl, workspaceId);
const ms = performance.now() - started;
const bytes = (await mostResident()) - idle;
process.stdout.write(JSON.stringify({ entries, ms, bytes }));

/** The most bytes that were resident at a time. What the operating system counts for a process begins with its parent's. */
async function mostResident(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const kibibytes = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
  return Number(kibibytes) * 1024;
}

/** Writes curl commands in a worker, because a body of several megabytes would block the page. */
import { toCurl, type CurlOptions } from '@mock-services/sdk/activity';
import type { ActivityEntry } from '@mock-services/sdk';
import { problemOf } from '../body/problem.ts';

/** Text to copy, or a message that explains why the text cannot be written. A worker can post both. */
export type Written = { readonly text: Blob } | { readonly problem: string };

/** Runs `write`, and converts an error to its message because errors lose their class when a worker posts them. */
export function written(write: () => string): Written {
  try {
    return { text: new Blob([write()], { type: 'text/plain' }) };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** Message that tells the worker which curl command to write. */
export interface CurlTask {
  readonly entry: ActivityEntry;
  readonly options: CurlOptions;
}

/** Writes a curl command in a worker. If the worker fails, writes the command in the main thread. */
export async function curlCommand(entry: ActivityEntry, options: CurlOptions): Promise<Written> {
  const worker = new Worker(new URL('curl-worker.ts', import.meta.url), { type: 'module' });
  // Omit the response body, because it may be large and the command does not need it.
  const task: CurlTask = {
    entry: { ...entry, response: { ...entry.response, bodyBase64Encoded: '' } },
    options,
  };
  try {
    return await new Promise<Written>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Written>) => resolve(data));
      worker.addEventListener('error', () => resolve(writeCurl(task)));
      worker.postMessage(task, []);
    });
  } finally {
    worker.terminate();
  }
}

export function writeCurl({ entry, options }: CurlTask): Written {
  return written(() => toCurl(entry, options));
}

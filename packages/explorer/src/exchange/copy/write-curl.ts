/** Writes curl commands, in a worker: bodies of several megabytes would block the page for too long. */
import { toCurl, type CurlOptions } from '@mock-services/sdk/activity';
import type { ActivityEntry } from '@mock-services/sdk';
import { problemOf } from '../body/problem.ts';

/** What is to be copied, in a transferable form, or the reason why there is nothing. */
export type Written = { readonly text: Blob } | { readonly problem: string };

/** Errors lose their class when posted by a worker, so only the words are kept. */
export function written(write: () => string): Written {
  try {
    return { text: new Blob([write()], { type: 'text/plain' }) };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** A request to be written as a curl command. */
export interface CurlTask {
  readonly entry: ActivityEntry;
  readonly options: CurlOptions;
}

/** Writes a curl command without blocking the page. If the worker's script cannot be loaded, the page writes it itself. */
export async function curlCommand(entry: ActivityEntry, options: CurlOptions): Promise<Written> {
  const worker = new Worker(new URL('curl-worker.ts', import.meta.url), { type: 'module' });
  // The response is not needed, and may be long.
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

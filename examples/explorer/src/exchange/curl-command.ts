import type { ActivityEntry, CurlOptions } from '@mock-services/sdk/activity';

/** Request to the worker. */
export interface CurlTask {
  readonly entry: ActivityEntry;
  readonly options: CurlOptions;
}

/** Response of the worker: the command, in a transferable form, or the reason why there is none. */
export type CurlAnswer = { readonly command: Blob } | { readonly problem: string };

/** Does what `toCurl` does in a worker, without blocking the page. */
export async function curlCommand(entry: ActivityEntry, options: CurlOptions): Promise<CurlAnswer> {
  const worker = new Worker(new URL('./curl-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<CurlAnswer>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<CurlAnswer>) => resolve(data));
      worker.addEventListener('error', () => resolve({ problem: 'The command could not be written.' }));
      // The response is not needed, and may be long.
      const task: CurlTask = {
        entry: { ...entry, response: { ...entry.response, bodyBase64Encoded: '' } },
        options,
      };
      worker.postMessage(task, []);
    });
  } finally {
    worker.terminate();
  }
}

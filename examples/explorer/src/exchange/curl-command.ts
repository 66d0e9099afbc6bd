import type { ActivityEntry, CurlOptions } from '@mock-services/sdk/activity';

/** What the worker is asked. */
export interface CurlTask {
  readonly entry: ActivityEntry;
  readonly options: CurlOptions;
}

/** What the worker answers: the command, in a form that is handed on without a copy, or why there is none. */
export type CurlAnswer = { readonly command: Blob } | { readonly problem: string };

/** Writes the request of an entry as a curl command, as `toCurl` does, while the page goes on. */
export async function curlCommand(entry: ActivityEntry, options: CurlOptions): Promise<CurlAnswer> {
  const worker = new Worker(new URL('./curl-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<CurlAnswer>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<CurlAnswer>) => resolve(data));
      worker.addEventListener('error', () => resolve({ problem: 'The command could not be written.' }));
      // The response is no part of it, and may be long.
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

/**
 * Writes curl commands, in a worker too: bodies of several megabytes would block the page for too long. The page's own
 * script is the worker's, so that it has no copy of this code.
 */
import { toCurl, type CurlOptions } from '@mock-services/sdk/activity';
import type { ActivityEntry } from '@mock-services/sdk';
import { written, type Written } from './written.ts';

/** The script that this module is in, for a worker. */
export const script = import.meta.url;

/** A request to be written as a curl command. */
export interface CurlTask {
  readonly entry: ActivityEntry;
  readonly options: CurlOptions;
}

export function writeCurl({ entry, options }: CurlTask): Written {
  return written(() => toCurl(entry, options));
}

if (!('document' in globalThis)) {
  addEventListener('message', ({ data }: MessageEvent<CurlTask>) => postMessage(writeCurl(data)));
}

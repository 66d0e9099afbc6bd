import { toCurl, type CurlOptions } from '@mock-services/sdk/activity';
import type { ActivityEntry } from '@mock-services/sdk';
import { written, type Written } from './written.ts';

/** The address of this module, which the worker imports too. */
export const script = import.meta.url;

/** A request to be written as a curl command. */
export interface CurlTask {
  readonly script: string;
  readonly entry: ActivityEntry;
  readonly options: CurlOptions;
}

export function writeCurl({ entry, options }: CurlTask): Written {
  return written(() => toCurl(entry, options));
}

import { isBodyError, toCurl, type CurlOptions } from '@mock-services/sdk/activity';
import type { ActivityEntry } from '@mock-services/sdk';

/** A request to be written as a curl command. */
export interface CurlTask {
  readonly entry: ActivityEntry;
  readonly options: CurlOptions;
}

/** The command, in a transferable form, or the reason why there is none. */
export type CurlAnswer = { readonly command: Blob } | { readonly problem: string };

/** Errors lose their class when posted by a worker, so only the message is kept. */
export function writeCurl({ entry, options }: CurlTask): CurlAnswer {
  try {
    return { command: new Blob([toCurl(entry, options)], { type: 'text/plain' }) };
  } catch (error) {
    return { problem: isBodyError(error) ? error.message : String(error) };
  }
}

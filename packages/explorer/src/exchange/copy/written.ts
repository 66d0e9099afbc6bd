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

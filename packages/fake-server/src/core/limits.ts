/** Limits of the core; docs/limits.md lists them with those of the other parts. */
export const limits = {
  /** Bytes of a request body, unless an option says otherwise. */
  bodyBytes: 10 * 1024 * 1024,
  /** Levels of arrays and objects in a value. Engines can serialize about 4,000. */
  nesting: 1000,
  /** Problems that one error or response lists. */
  listedIssues: 100,
  /** Bytes of a world, unless an option says otherwise. Twice as many fit into a heap of 2 GiB, with their lists. */
  worldBytes: 512 * 1024 * 1024,
} as const;

/** Bytes of a string: engines use at most two for a character. */
export function bytesOf(text = ''): number {
  return 2 * text.length;
}

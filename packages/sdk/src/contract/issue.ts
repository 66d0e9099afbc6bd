/** One place where a value differs from its schema. */
export interface Issue {
  /** Where, as one would write it in code: `data[3].config.cors.allowedMethods[1]`. Empty for the whole. */
  readonly path: string;
  /** The same place as a JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** What belongs there. */
  readonly expected: string;
  /** The type of what is there, or `nothing`. */
  readonly received: string;
}

/** An issue as one phrase: `data[3].title: expected string, received number`. */
export function formatIssue({ path, expected, received }: Issue): string {
  return `${path === '' ? '(the whole)' : path}: expected ${expected}, received ${received}`;
}

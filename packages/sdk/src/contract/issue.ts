/** One part of a value that does not match its schema. */
export interface Issue {
  /** Where the part is, as written in code: `data[3].config.cors.allowedMethods[1]`. Empty for the whole value. */
  readonly path: string;
  /** The same as a JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** What the schema requires. */
  readonly expected: string;
  /** The type of the value that was found, or `nothing`. */
  readonly received: string;
}

/** An issue as one phrase: `data[3].title: expected string, received number`. */
export function formatIssue({ path, expected, received }: Issue): string {
  return `${path === '' ? '(the whole)' : path}: expected ${expected}, received ${received}`;
}

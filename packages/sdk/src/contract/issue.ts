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
  /** Stands for this many further issues, which are not listed. */
  readonly more?: number;
}

/** An issue as one phrase: `data[3].title: expected string, received number`. */
export function formatIssue({ path, expected, received }: Issue): string {
  return `${path === '' ? '(the whole)' : path}: expected ${expected}, received ${received}`;
}

/** The most issues that a message lists. */
const mostListed = 10;

/** Issues as lines of a message, each after a line break: the first ten, and how many more there are. */
export function listIssues(issues: readonly Issue[]): string {
  const lines = issues.slice(0, mostListed).map((issue) => `\n  ${formatIssue(issue)}`);
  const more = issues.length - lines.length + (issues.at(-1)?.more ?? 1) - 1;
  return lines.join('') + (more > 0 ? `\n  and ${more} more` : '');
}

/** What a fake server received was not as it should be. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  /** Each problem in a line. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(['The fake server was not used as it should be:', ...problems].join('\n'));
    this.problems = problems;
  }
}

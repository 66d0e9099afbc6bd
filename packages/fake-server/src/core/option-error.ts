/** An option has a value that means nothing. Nothing was made. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
  /** The option, such as `listOrder` or `grease.only`. */
  readonly option: string;
  /** What belongs there. */
  readonly expected: string;

  constructor(option: string, expected: string) {
    super(`The option ${option} has to be: ${expected}.`);
    this.option = option;
    this.expected = expected;
  }
}

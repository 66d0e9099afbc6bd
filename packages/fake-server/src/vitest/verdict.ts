/** What a matcher returns to vitest. */
export interface Verdict {
  readonly pass: boolean;
  /** Asked for when the verdict is not what was expected: after `not`, when it passes. */
  readonly message: () => string;
}

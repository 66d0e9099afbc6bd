import type { IdGenerator } from '../random.ts';
import type { Choice, Choices } from './variations.ts';

/** How one answer is to look. */
export interface Styling {
  readonly choices: Choices;
  readonly chance: IdGenerator;
  /** Is told what made a difference. */
  readonly applied: (name: Choice) => void;
}

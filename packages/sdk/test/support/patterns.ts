import type { AsymmetricMatcher } from '@mock-services/sdk/activity';
import { expect } from 'vitest';

interface Patterns {
  objectContaining(fields: object): AsymmetricMatcher;
  stringContaining(text: string): AsymmetricMatcher;
  stringMatching(pattern: RegExp): AsymmetricMatcher;
}

interface AllPatterns extends Patterns {
  arrayContaining(items: readonly unknown[]): AsymmetricMatcher;
  any(type: unknown): AsymmetricMatcher;
  anything(): AsymmetricMatcher;
  readonly not: Patterns;
}

/** The asymmetric matchers of Vitest, with a type in place of `any`. */
export const pattern = expect as AllPatterns;

import type { Issue } from '@mock-services/sdk/contract';
import { isFaultError, isSeedError, isSnapshotError, type WireResponse } from '../../core/index.ts';
import { refusal } from '../refusal.ts';

/** The answer to a body that the fake server refuses: 422, with a JSON pointer for each field that is wrong. */
export function invalid(error: unknown): WireResponse {
  const [detail = ''] = String(error instanceof Error ? error.message : error).split('\n', 1);
  const listed = isSeedError(error) || isSnapshotError(error) || isFaultError(error);
  return refusal(422, detail, listed ? error.issues.map(toError) : []);
}

function toError({ pointer, expected, received }: Issue): { pointer: string; detail: string } {
  return { pointer, detail: `expected ${expected}, received ${received}` };
}

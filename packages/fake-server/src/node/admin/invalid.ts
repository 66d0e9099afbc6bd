import type { Issue } from '@mock-services/sdk/contract';
import { FaultError, SeedError, SnapshotError, type WireResponse } from '../../core/index.ts';
import { problemResponse } from '../problem-response.ts';

/** The answer to a body that the fake server refuses: 422, with a JSON pointer for each field that is wrong. */
export function invalid(error: unknown): WireResponse {
  const [detail = ''] = String(error instanceof Error ? error.message : error).split('\n', 1);
  const listed = error instanceof SeedError || error instanceof SnapshotError || error instanceof FaultError;
  return problemResponse(422, detail, listed ? error.issues.map(toError) : []);
}

function toError({ pointer, expected, received }: Issue): { pointer: string; detail: string } {
  return { pointer, detail: `expected ${expected}, received ${received}` };
}

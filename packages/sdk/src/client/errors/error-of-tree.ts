import { type OperationId, operations } from '../../contract/operations.ts';
import { MockServicesError } from './base.ts';
import { NetworkError } from './network-error.ts';
import { safeCause } from './safe-cause.ts';

/**
 * What a call rejects with: an error of the tree as it is, and a `NetworkError` in place of anything else. Callers without
 * types, and doubles of platform objects, can make any line throw.
 *
 * @param prefix - The base URL, without query.
 */
export function errorOfTree(thrown: unknown, operation: OperationId, prefix: string): MockServicesError {
  try {
    if (thrown instanceof MockServicesError) return thrown;
  } catch {
    // A proxy that cannot be looked into.
  }
  const cause = safeCause(thrown, undefined);
  const { method, path } = operations[operation];
  const facts = { operation, method, url: prefix + path, attempts: 0 };
  return new NetworkError('the call failed in an unexpected way. See `error.cause`.', facts, { cause });
}

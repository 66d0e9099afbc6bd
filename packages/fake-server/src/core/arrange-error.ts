import { formatIssue, type Issue } from '@mock-services/sdk/contract';

/** What a test wanted to put into the world is not what the interface describes. The world is as it was. */
export class ArrangeError extends Error {
  override readonly name = 'ArrangeError';
  /** All that is wrong, each with its path within what was given, such as `config.cors.allowedMethods`. */
  readonly issues: readonly Issue[];

  /** @param call The function that was called, such as `mockServices.add`. */
  constructor(call: string, issues: readonly Issue[]) {
    const count = issues.length === 1 ? '1 problem' : `${issues.length} problems`;
    super([`${call} was given ${count}:`, ...issues.map(formatIssue)].join('\n- '));
    this.issues = issues;
  }
}

/** An error about one field of what was given; an empty field stands for the whole. */
export function arrangeError(call: string, field: string, expected: string, received: string): ArrangeError {
  const pointer = field === '' ? '' : `/${field.replaceAll('.', '/')}`;
  return new ArrangeError(call, [{ path: field, pointer, expected, received }]);
}

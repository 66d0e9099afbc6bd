import { FakeServerError } from '../errors.ts';

const insteadOf: Readonly<Record<string, string>> = {
  reset: 'Call seed(data) to replace the data.',
  'journal.entries': 'Call journal.find(matcher).',
  'journal.problems': 'Call journal.find(matcher), or filter the result.',
  'journal.read': 'Call journal.find(matcher).',
  'journal.clear': 'It removes all requests, so call it without arguments.',
  'faults.list': 'Filter the result.',
  'faults.clear': 'Call faults.remove(operation), or call it without arguments to remove all faults.',
  'mockServices.list': 'Filter the result.',
  'workspaces.list': 'Filter the result.',
  'activity.list': 'Filter the result, for example with findActivity of @mock-services/sdk/activity.',
  'activity.clear':
    'Call activity.delete(workspaceId, entryId), or pass only the workspace to clear its log.',
};

const fields = new Set(
  'operation params method path status headers body responseHeaders responseBody id title type name mockServices workspaces activity'.split(
    ' ',
  ),
);

/**
 * Throws if a superfluous argument looks like a matcher or an id, because the function would silently ignore the
 * argument. Other arguments are ignored, because TanStack Query and the hooks of test runners pass superfluous
 * arguments.
 */
export function rejectFilter(call: string, ignored: readonly unknown[]): void {
  const advice = insteadOf[call];
  if (advice === undefined || !ignored.some(isFilter)) return;
  throw new FakeServerError('invalid-matcher', `fake.${call} does not select by an argument. ${advice}`);
}

/** Returns the functions of a group, such as `faults`. Those that have no matcher reject one. */
export function rejectingFilters<Group extends object>(group: string, functions: Group): Group {
  const guarded = Object.entries(functions).map(([name, run]: [string, Run]) => {
    const call = `${group}.${name}`;
    if (insteadOf[call] === undefined) return [name, run];
    const guard: Run = (...args) => {
      rejectFilter(call, args.slice(run.length));
      return run(...args);
    };
    return [name, guard];
  });
  // The cast is safe, because each function has its name and its parameters.
  return Object.fromEntries(guarded) as Group;
}

type Run = (...args: readonly unknown[]) => unknown;

function isFilter(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'number') return true;
  const names = Object.keys(Object(value) as object);
  // A function with fields is the context that a test runner passes, and not a filter.
  return names.length === 0 ? typeof value === 'function' : names.some((name) => fields.has(name));
}

/** The table of admin calls in `docs/admin.md`. */
import { fakeCalls, worldCalls, worldsCalls } from '../packages/fake-server/src/core/server/admin/calls.ts';

export function callsTable(): string {
  const rows = new Map<string, string[]>();
  const add = (part: string, name: string) => rows.set(part, [...(rows.get(part) ?? []), `\`${name}\``]);
  for (const name of Object.keys(fakeCalls)) {
    const [part = '', own] = name.split('.');
    if (own === undefined) add('the whole fake server', part);
    else add(`\`${part}.…\``, own);
  }
  for (const name of Object.keys({ ...worldCalls, ...worldsCalls })) add('worlds', name);
  const lines = Array.from(rows, ([part, names]) => `| ${part} | ${names.join(', ')} |`);
  return ['| of | calls |', '| --- | --- |', ...lines].join('\n');
}

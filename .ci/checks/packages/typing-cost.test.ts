import { expect, test } from 'vitest';
import { command } from '../../../tools/lib/command.ts';
import { at } from '../../../tools/lib/paths.ts';

/** Limit of type instantiations for a module that uses all of the SDK: a few percent above the actual number. */
const most = 170;

test('using all of the SDK costs the compiler little', async () => {
  const { status, output } = await diagnose('everything.ts');
  expect({ status, output }).toMatchObject({ status: 0 });
  const cost = instantiationsIn(output) - instantiationsIn((await diagnose('nothing.ts')).output);
  expect(cost, `${cost} instantiations of types, of ${most} at most`).toBeLessThanOrEqual(most);
  // Guards against a measurement that measures nothing.
  expect(cost).toBeGreaterThan(most / 2);
});

/** Checks a file against the packages' declarations, as a consumer does. */
function diagnose(file: string) {
  const tsc = at('node_modules/typescript/bin/tsc');
  const folder = at('.ci/checks/packages/cost');
  const settings = ['--project', `${folder}/${file.replace('.ts', '.json')}`, '--extendedDiagnostics'];
  return command(process.execPath, [tsc, ...settings], { cwd: folder });
}

function instantiationsIn(output: string): number {
  return Number(/^Instantiations:\s+(\d+)$/m.exec(output)?.[1]);
}

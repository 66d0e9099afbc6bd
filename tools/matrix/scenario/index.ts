/**
 * The scenario that every cell of the matrix runs. Plain modules over the public entry points, for any runtime with a
 * `fetch`.
 */
import { alone } from './alone.ts';
import { calls } from './calls.ts';
import { runChecks, type Check } from './check.ts';
import { failures } from './failures.ts';
import { state } from './state.ts';
import { fetchFace, portFace, type Face } from './world.ts';

export { portFace, worldOf, type Face } from './world.ts';

const nothing = () => Promise.resolve(undefined);

/** Runs every check; never rejects. Through `fake.fetch`, and through each of `faces`. */
export async function runScenario(...faces: readonly Face[]): Promise<Check[]> {
  const results = await runChecks('alone', alone, nothing);
  for (const { name, open, close } of [fetchFace, ...faces]) {
    results.push(...(await runChecks(name, { ...calls, ...failures, ...state }, open)));
    if (close)
      results.push(...(await runChecks(name, { 'it ends, and leaves nothing behind': close }, nothing)));
  }
  return results;
}

/**
 * Runs the scenario, also against the fake on a port, and reports to the inbox of the matrix.
 *
 * @param inbox - URL of the inbox, which names the fake and takes the results.
 */
export async function report(inbox: string, ...faces: readonly Face[]): Promise<void> {
  const fake = await fetch(`${inbox}/fake`);
  const checks = await runScenario(portFace(await fake.text()), ...faces);
  // Plain text, which a page sends without a preflight.
  await fetch(`${inbox}/checks`, { method: 'POST', body: JSON.stringify(checks) });
}

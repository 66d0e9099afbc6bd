import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faults } from '../../../packages/sdk/test/support/fault-server.ts';
import { operationCases } from '../../../packages/sdk/test/support/operations.ts';
import { resultOf } from '../../../tools/bench/child.ts';
import { at } from '../../../tools/lib/paths.ts';
import { createConsumer, type Consumer } from './consumer.ts';
import type { ErrorFacts, Matrix, Outcome } from './fault-matrix/child.ts';

const noDetails = /\. Details are not available: the script that finds them could not be loaded\.$/;

let consumer: Consumer;
let packed: Matrix;
let offline: Matrix;
let singleFile: Matrix;

beforeAll(async () => {
  consumer = await createConsumer([], (folder) =>
    writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n'),
  );
  const entry = join(consumer.folder, 'node_modules/@mock-services/sdk/dist/index.js');
  const bundle = join(consumer.folder, 'bundle.js');
  await build({ entryPoints: [entry], outfile: bundle, bundle: true, format: 'esm', platform: 'node' });
  const run = (...args: readonly string[]) =>
    resultOf<Matrix>({ file: at('.ci/checks/packages/fault-matrix/child.ts'), args });
  [packed, offline, singleFile] = await Promise.all([run(entry), run(entry, 'offline'), run(bundle)]);
});
afterAll(() => consumer.remove());

test('the matrix has every fault for every operation, and each class of error', () => {
  const faultsAndRefused = Object.keys(faults).length + 1;
  expect(Object.keys(packed.outcomes).length).toBeGreaterThan(faultsAndRefused * operationCases.length);
  expect(new Set(errorsIn(packed).map(({ name }) => name))).toEqual(
    new Set(['ApiError', 'NetworkError', 'TimeoutError', 'AbortError', 'ParseError', 'ValidationError']),
  );
  expect(errorsIn(packed).filter(({ isInstance }) => !isInstance)).toEqual([]);
});

describe('a client that can load nothing after its entry', () => {
  test('misses one script, that of the field details', () => {
    expect(offline.loadedLater).toEqual([expect.stringMatching(/^details-\w+\.js$/)]);
    expect(packed.loadedLater).toContain(offline.loadedLater[0]);
  });

  test('behaves the same under every fault, field details apart', () => {
    expect(...differing(withoutDetails(offline), withoutDetails(packed))).toEqual([]);
  });

  test('says that details are not available, wherever it would give them', () => {
    const detailed = checkedErrorsIn(packed);
    expect(detailed.length).toBeGreaterThan(operationCases.length);
    expect(detailed.filter(({ issues, message }) => issues?.length === 0 || noDetails.test(message))).toEqual(
      [],
    );
    const bare = checkedErrorsIn(offline);
    expect(bare).toHaveLength(detailed.length);
    expect(bare.filter(({ issues, message }) => issues?.length !== 0 || !noDetails.test(message))).toEqual(
      [],
    );
  });

  test('says so in a warning, and returns the data', () => {
    const { value, events } = offline.outcomes['warn mode, listWorkspaces'] ?? {};
    expect(value).toEqual(packed.outcomes['warn mode, listWorkspaces']?.value);
    expect(events?.at(-1)).toMatchObject({
      observer: 'onWarning',
      kind: 'validation',
      message: expect.stringContaining('Details are not available') as string,
    });
  });
});

test("a bundler's single file behaves the same under every fault, and loads nothing more", () => {
  expect(...differing(singleFile.outcomes, packed.outcomes)).toEqual([]);
  expect(singleFile.loadedLater).toEqual([]);
});

/** For `expect`: the names of the cases that differ, and a message that shows the first. */
function differing(received: Matrix['outcomes'], expected: Matrix['outcomes']): [string[], string] {
  const names = Object.keys({ ...received, ...expected });
  const found = names.filter((name) => !isDeepStrictEqual(received[name], expected[name]));
  const [first = ''] = found;
  const outcomes = JSON.stringify([received[first], expected[first]], undefined, 1);
  return [found, `${found.join('; ')} differ. ${first}:\n${outcomes}`];
}

function errorsIn({ outcomes }: Matrix): ErrorFacts[] {
  return Object.values(outcomes).flatMap(({ error }) => error ?? []);
}

/** The errors of values that were checked against a schema. */
function checkedErrorsIn({ outcomes }: Matrix): ErrorFacts[] {
  const { 'invalid id': invalidId, ...others } = outcomes;
  expect(invalidId?.error?.issues).toHaveLength(1);
  return errorsIn({ outcomes: others, loadedLater: [] }).filter(({ name }) => name === 'ValidationError');
}

/** The outcomes without what only the script of the field details knows. */
function withoutDetails({ outcomes }: Matrix): Record<string, Outcome> {
  return Object.fromEntries(
    Object.entries(outcomes).map(([name, { error, events, ...rest }]) => [
      name,
      {
        ...rest,
        error: error?.name === 'ValidationError' ? withoutIssues(error) : error,
        events: events.map((event) =>
          event.kind === 'validation' ? { ...event, path: undefined, message: undefined } : event,
        ),
      },
    ]),
  );
}

function withoutIssues({ message, ...facts }: ErrorFacts): ErrorFacts {
  return { ...facts, issues: undefined, message: message.replace(noDetails, '').replace(/:\n.*$/s, '') };
}

/** The boundaries between packages, and between their folders: a source imports only what the table allows. */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { at, root } from '../../tools/lib/paths.ts';
import { circlesIn, forbiddenIn, nameOf, readTable, rowOf } from './boundaries.ts';

/**
 * Each row has a package, a folder of its sources, and what they may import besides each other: entry points of packages
 * (ours without `@mock-services/`), Node modules (`node:`), and folders or files of the same package (`./`, where `.` is
 * the folder `src` itself and `./core/**` is `core` with all its folders). A file that is above or below the rest of its
 * folder has a row of its own. `type:` allows only types, and `lazy:` only types and `import()`, for small bundles.
 *
 * Only `compare.ts` of the conformance suite imports the fake server, to find out which changes of a service it follows.
 */
const table = readTable(`
sdk         .                         ./contract
sdk         ./index.ts                . ./client ./contract
sdk         ./contract                zod/mini zod/v4/core
sdk         ./activity                . ./contract zod/mini
sdk         ./client                  . ./contract ./activity/bytes.ts ./activity/credentials.ts ky
sdk         ./query                   . ./contract type:./client type:@tanstack/query-core
sdk         ./seed                    . ./contract ./activity zod/mini
fake-server .                         ./core/** ./msw
fake-server ./core                    sdk/contract sdk/seed zod/mini type:./core/**
fake-server ./core/time               sdk/contract ./core
fake-server ./core/checks             sdk/contract zod/mini ./core ./core/time
fake-server ./core/world              sdk/contract sdk/seed ./core ./core/time type:./core/faults
fake-server ./core/http               sdk/contract sdk/seed ./core ./core/time
fake-server ./core/door               sdk/contract ./core ./core/time ./core/http
fake-server ./core/behavior           sdk/contract sdk/activity zod/mini ./core ./core/checks ./core/http
fake-server ./core/faults             sdk/contract sdk/activity sdk/seed zod/mini ./core ./core/time ./core/checks ./core/world ./core/http ./core/behavior type:./core/journal
fake-server ./core/journal            sdk/contract sdk/activity zod/mini ./core ./core/time ./core/checks ./core/world ./core/http ./core/faults
fake-server ./core/fixtures           sdk/contract sdk/activity sdk/seed ./core ./core/time ./core/checks ./core/world ./core/http
fake-server ./core/saved              sdk/contract sdk/seed zod/mini ./core ./core/time ./core/checks ./core/world ./core/faults ./core/fixtures
fake-server ./core/engine             sdk/contract sdk/seed ./core ./core/time ./core/world ./core/http ./core/behavior ./core/faults ./core/journal
fake-server ./core/worlds             sdk/contract ./core ./core/time ./core/checks ./core/world ./core/http ./core/door ./core/engine
fake-server ./core/server             sdk/contract ./core ./core/checks ./core/http ./core/door ./core/worlds ./core/server/admin
fake-server ./core/server/admin       sdk/contract sdk/activity ./core ./core/time ./core/checks ./core/http ./core/engine type:./core/**
fake-server ./core/unknown-options.ts ./core ./core/behavior
fake-server ./core/fake-server.ts     ./core ./core/time ./core/checks ./core/world ./core/http ./core/door ./core/behavior ./core/faults ./core/journal ./core/fixtures ./core/saved ./core/engine ./core/unknown-options.ts
fake-server ./core/index.ts           ./core/** ./examples ./remote
fake-server ./msw                     sdk/contract msw ./core/**
fake-server ./browser                 sdk/contract lazy:msw lazy:msw/browser ./core/** lazy:./msw lazy:./panel ./panel/scenario-link.ts ./panel/warning.ts
fake-server ./panel                   sdk/contract lazy:sdk/activity ./core/errors.ts type:./core/** type:./remote
fake-server ./node                    sdk/contract node: ./core/**
fake-server ./node/command            sdk sdk/contract type:sdk/seed cli-kit node: ./core/** ./node ./examples
fake-server ./node/bin.ts             cli-kit node: ./node/command
fake-server ./workers                 sdk/contract ./core/**
fake-server ./runners                 sdk ./core/**
fake-server ./vitest                  type:sdk sdk/contract vitest ./core/** ./runners
fake-server ./playwright              type:sdk sdk/contract sdk/activity @playwright/test ./core/** ./runners
fake-server ./remote                  sdk/contract sdk/activity sdk/seed ./core ./core/checks ./core/http ./core/worlds ./core/server/admin/calls.ts type:./core/**
fake-server ./examples                sdk/contract sdk/activity ./core ./core/time ./core/checks ./core/world ./core/fixtures type:./core/**
conformance .                         sdk/contract sdk/activity sdk/seed ky type:./compare.ts
conformance ./cases                   sdk/contract .
conformance ./cases.ts                . ./cases
conformance ./compare.ts              sdk/contract fake-server/core .
conformance ./run.ts                  . ./cases.ts ./compare.ts
conformance ./index.ts                . ./cases.ts ./compare.ts ./run.ts
conformance ./command.ts              cli-kit node: . ./cases.ts ./compare.ts ./run.ts
conformance ./bin.ts                  cli-kit node: ./command.ts
cli-kit     .                         sdk sdk/contract sdk/seed node: jsonc-parser
cli         .                         sdk sdk/contract sdk/activity sdk/seed cli-kit node: p-map zod/mini
explorer    ./ui                      type:sdk react type:@tanstack/react-query
explorer    ./route                   react ./ui
explorer    ./exchange                type:sdk sdk/activity react ./ui ./route
explorer    ./service                 sdk sdk/contract sdk/query sdk/seed react @tanstack/react-query ./ui ./route lazy:./demo ./server/marks.ts
explorer    ./shell                   react ./ui ./route ./service
explorer    ./lists                   sdk sdk/contract react @tanstack/react-query ./ui ./route ./service ./shell
explorer    ./log                     type:sdk sdk/contract sdk/activity react @tanstack/react-query @tanstack/react-virtual ./ui ./route ./exchange ./service ./shell
explorer    ./fake                    sdk/contract fake-server/core react @tanstack/react-query ./ui ./route ./exchange ./service
explorer    ./demo                    fake-server/core
explorer    .                         react react-dom/client @tanstack/react-query ./ui ./route ./service ./shell ./lists ./log ./fake
explorer    ./content-security.ts     type:vite
explorer    ./server/marks.ts
explorer    ./server/proxy            sdk/seed cli-kit node: ./server/marks.ts
explorer    ./server                  node: ./server/marks.ts ./server/proxy ./content-security.ts
explorer    ./server/command          lazy:sdk/contract cli-kit node: ./server ./server/marks.ts type:./server/proxy
explorer    ./server/bin.ts           cli-kit ./server/command
`);

/** Imports that the table forbids, and why they are there. An import that is gone must leave this list. */
const known: Readonly<Record<string, string>> = {
  'fake-server/node/command/input-files.ts → (computed)': 'the user names the file with scenarios',
  'explorer/service/connection.ts → explorer/fake/detect.ts': 'a connection detects a fake server',
  'explorer/ui/dialog.tsx → explorer/service/describe-error.ts': 'a dialog describes why its request failed',
};

const patterns = ['packages/{*/src,explorer/server}/**/*.{ts,tsx}', 'packages/explorer/content-security.ts'];
const sources = globSync(patterns, { cwd: root });
const forbiddenBy = (path: string) => forbiddenIn(table, path, readFileSync(at(path), 'utf8'));

test.each([...table.values()])('$name imports only what the table allows', (row) => {
  const own = sources.filter((path) => rowOf(table, nameOf(path)) === row);
  const found = own.flatMap(forbiddenBy);
  expect(found.filter((line) => !(line in known))).toEqual([]);
  expect(own).not.toEqual([]);
  const [path = ''] = own;
  const deep = posix.relative(posix.dirname(path), 'packages/none/src/index.ts');
  for (const from of ['@mock-services/explorer', '@mock-services/sdk/src/race.ts', deep]) {
    const forms = [`import '${from}'`, `import type { a } from '${from}'`, `export * from '${from}'`];
    forms.push(`void import('${from}')`, `type A = import('${from}').A`);
    expect(forms.filter((form) => forbiddenIn(table, path, form).length === 0)).toEqual([]);
  }
});

test('each source is in a folder of the table', () => {
  expect(sources.filter((path) => rowOf(table, nameOf(path)) === undefined)).toEqual([]);
});

test('each known exception is still there', () => {
  const forbidden = new Set(sources.flatMap(forbiddenBy));
  expect(Object.keys(known).filter((line) => !forbidden.has(line))).toEqual([]);
});

test('there are no circles between folders', () => {
  expect(circlesIn(table)).toEqual([]);
});

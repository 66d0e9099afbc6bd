import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../../../tools/lib/command.ts';
import { at } from '../../../tools/lib/paths.ts';

const restricted = 'eslint(no-restricted-imports)';

/** Folders, and a module that files in them must not import. */
const forbidden = [
  ['packages/sdk/src/contract', 'ky'],
  ['packages/sdk/src/contract', '../client/client.ts'],
  ['packages/sdk/src/contract', 'node:fs'],
  ['packages/sdk/src/activity', 'ky'],
  ['packages/sdk/src/activity', '../client/client.ts'],
  ['packages/sdk/src/client', 'zod/mini'],
  ['packages/sdk/src/client', '../activity/index.ts'],
  ['packages/sdk/src/client', '@mock-services/fake-server'],
  ['packages/sdk/src', '@mock-services/fake-server/core'],
  ['packages/sdk/src', 'msw'],
  ['packages/fake-server/src', '@mock-services/sdk'],
  ['packages/fake-server/src/node', '@mock-services/sdk'],
  ['packages/fake-server/src/core', '@mock-services/sdk'],
  ['packages/fake-server/src/core', 'msw'],
  ['packages/fake-server/src/core', 'node:http'],
  ['packages/fake-server/src/core', '../msw/handlers.ts'],
  ['packages/fake-server/src/core/store', '../journal/recorder.ts'],
  ['packages/fake-server/src/core/store', '../faults/fault-list.ts'],
  ['packages/fake-server/src/core/faults', '../store/table.ts'],
  ['packages/fake-server/src/core/faults', '../journal/journal.ts'],
  ['packages/fake-server/src/core/faults', '../http/pipeline.ts'],
  ['packages/fake-server/src/core/faults', '../../msw/handlers.ts'],
  ['packages/fake-server/src/core/journal', '../store/table.ts'],
  ['packages/fake-server/src/core/journal', '../faults/fault-list.ts'],
  ['packages/fake-server/src/core/variation', '../store/table.ts'],
  ['packages/fake-server/src/core/variation', '../faults/fault-list.ts'],
  ['packages/fake-server/src/core/routing', '../store/table.ts'],
  ['packages/fake-server/src/core/routing', '../variation/grease.ts'],
  ['packages/fake-server/src/core/routing', 'msw'],
  ['packages/fake-server/src/msw', 'node:http'],
  ['packages/fake-server/src/msw', '../node/serve.ts'],
  ['packages/fake-server/src/workers', 'cloudflare:workers'],
  ['packages/fake-server/src/workers', '../msw/handlers.ts'],
] as const;

/** Folders, and a module that files in them may import. */
const allowed = [
  ['packages/sdk/src/contract', 'zod/mini'],
  ['packages/sdk/src/client', 'ky'],
  ['packages/fake-server/src/core', '@mock-services/sdk/contract'],
  ['packages/fake-server/src/core/faults', '../http/message.ts'],
  ['packages/fake-server/src/core/journal', '../errors.ts'],
  ['packages/fake-server/src/core/variation', '../random.ts'],
  ['packages/fake-server/src/core/routing', '../http/problem.ts'],
  ['packages/fake-server/src/msw', 'msw'],
  ['packages/fake-server/src/node', 'node:http'],
] as const;

/** Rules, and code that breaks them. */
const statements = [
  ['import(no-default-export)', 'export default 1;'],
  ['typescript(no-floating-promises)', 'Promise.resolve();\nexport {};'],
  ['typescript(no-explicit-any)', 'export const value: any = 1;'],
  ['eslint(no-console)', 'console.log(1);\nexport {};'],
] as const;

const root = mkdtempSync(join(tmpdir(), 'mock-services-lint-'));
/** Broken rules, by file. */
const reported = new Map<string, string[]>();

/** A unique name for each fixture. */
const fileFor = (folder: string, text: string): string =>
  `${folder}/fixture-${text.replaceAll(/\W/g, '_')}.ts`;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `${text}\n`);
}

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

beforeAll(async () => {
  copyFileSync(at('.oxlintrc.json'), join(root, '.oxlintrc.json'));
  write('tsconfig.json', '{ "compilerOptions": { "strict": true, "target": "ES2023", "types": [] } }');
  for (const [folder, specifier] of [...forbidden, ...allowed]) {
    write(fileFor(folder, specifier), `export { thing } from '${specifier}';`);
  }
  for (const [rule, text] of statements) write(fileFor('packages/sdk/src', rule), text);
  const oxlint = at('node_modules/oxlint/bin/oxlint');
  const { output } = await command(process.execPath, [oxlint, '--type-aware', '--format', 'json'], {
    cwd: root,
  });
  for (const { filename, code } of (JSON.parse(output) as Report).diagnostics) {
    reported.set(filename, [...(reported.get(filename) ?? []), code]);
  }
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

test.each(forbidden)('%s must not import %s', (folder, specifier) => {
  expect(reported.get(fileFor(folder, specifier))).toContain(restricted);
});

test.each(allowed)('%s may import %s', (folder, specifier) => {
  expect(reported.get(fileFor(folder, specifier)) ?? []).not.toContain(restricted);
});

test.each(statements)('%s is reported in the sources', (rule) => {
  expect(reported.get(fileFor('packages/sdk/src', rule))).toContain(rule);
});

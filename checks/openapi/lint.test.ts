import { expect, test } from 'vitest';
import { command } from '../../tools/lib/command.ts';
import { at, checker } from '../../tools/lib/paths.ts';

test("docs/openapi.json passes Redocly's linter", async () => {
  const args = [
    checker('redocly'),
    'lint',
    at('docs/openapi.json'),
    '--config',
    at('checks/openapi/redocly.yaml'),
  ];
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  expect(await command(process.execPath, args, { env })).toMatchObject({ status: 0 });
});

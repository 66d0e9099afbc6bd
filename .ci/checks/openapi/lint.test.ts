import { expect, test } from 'vitest';
import { command } from '../../../tools/lib/command.ts';
import { at, checker } from '../../../tools/lib/paths.ts';

const lint = (document: string) =>
  command(process.execPath, [checker('redocly'), 'lint', document, '--config', at('.ci/redocly.yaml')], {
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });

test('docs/openapi.json passes the linter', async () => {
  expect(await lint(at('docs/openapi.json'))).toMatchObject({ status: 0 });
});

test('the linter reports an example that breaks its schema', async () => {
  const { status, output } = await lint(at('.ci/checks/openapi/broken.json'));
  expect(status).toBe(1);
  expect(output).toContain('no-invalid-media-type-examples');
});

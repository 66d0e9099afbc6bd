/** Sizes of scripts in a page, in bytes: bundled from the sources, minified, and compressed with gzip. */
import { gzipSync } from 'node:zlib';
import { operationIds } from '@mock-services/sdk/contract';
import { build } from 'esbuild';
import { at, root } from '../lib/paths.ts';
import { importPeer, peerFile } from './support.ts';

interface HeyApi {
  readonly createClient: (options: object) => Promise<unknown>;
}

const client = `export { createClient } from '@mock-services/sdk';`;

export async function measureSizes(): Promise<Record<string, number>> {
  console.error('Measuring the sizes …');
  const clientBytes = await bytesOf(client);
  const beyondClient = async (more: string): Promise<number> => (await bytesOf(client + more)) - clientBytes;
  return {
    client: clientBytes,
    ky: await bytesOf(`export { default } from 'ky';`, peerFile('.')),
    axios: await bytesOf(`export { default } from 'axios';`),
    heyFetchValibot: await generatedBytes('client-fetch', 'valibot'),
    heyFetchZod: await generatedBytes('client-fetch', 'zod'),
    heyKyZod: await generatedBytes('client-ky', 'zod'),
    activity: await beyondClient(`export * from '@mock-services/sdk/activity';`),
    findActivity: await beyondClient(`export { findActivity } from '@mock-services/sdk/activity';`),
    query: await beyondClient(`export * from '@mock-services/sdk/query';`),
    contract: await beyondClient(`export * from '@mock-services/sdk/contract';`),
    fakeServer: await bytesOf(`export { startFake } from '@mock-services/fake-server/browser';`),
    panel: await bytesOf(
      `export { showPanel } from './show-panel.ts';`,
      at('packages/fake-server/src/panel'),
    ),
    examples: await bytesOf(`export { createExamples } from '@mock-services/fake-server/core';`),
  };
}

async function generatedBytes(transport: string, validator: string): Promise<number> {
  const { createClient } = await importPeer<HeyApi>('@hey-api/openapi-ts/dist/index.mjs');
  const folder = peerFile(`hey-${transport}-${validator}`);
  await createClient({
    input: at('docs/openapi.json'),
    output: { path: folder },
    logs: { level: 'silent' },
    plugins: [`@hey-api/${transport}`, validator, { name: '@hey-api/sdk', validator: true }],
  });
  return bytesOf(`export { ${operationIds.join(', ')} } from './sdk.gen.ts';`, folder);
}

/** Exclude MSW, which the figures do not include, and the panel, which a page loads on demand. */
const external = ['msw', 'msw/*', '../panel/show-panel.ts'];

async function bytesOf(contents: string, folder = root): Promise<number> {
  const onDemand = folder.endsWith('panel') ? ['@mock-services/sdk/activity'] : [];
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    logLevel: 'error',
    external: [...external, ...onDemand],
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

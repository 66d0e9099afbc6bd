import { at } from './paths.ts';

export const sources = [
  { find: '@mock-services/explorer', replacement: at('packages/explorer/program/index.ts') },
  { find: /^@mock-services\/(sdk|fake-server|conformance)$/, replacement: at('packages/$1/src/index.ts') },
  { find: /^@mock-services\/(sdk|fake-server)\/(\w+)$/, replacement: at('packages/$1/src/$2/index.ts') },
];

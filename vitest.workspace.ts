import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Tests run against the sources; the packed packages are tested by the gate. */
const alias = [
  { find: /^@mock-services\/sdk$/, replacement: path('packages/sdk/src/index.ts') },
  { find: /^@mock-services\/sdk\/(\w+)$/, replacement: path('packages/sdk/src/$1/index.ts') },
  { find: /^@mock-services\/fake-server$/, replacement: path('packages/fake-server/src/index.ts') },
  { find: /^@mock-services\/fake-server\/(\w+)$/, replacement: path('packages/fake-server/src/$1/index.ts') },
];

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: { name: 'sdk', include: ['packages/sdk/test/**/*.test.ts'] },
      },
    ],
  },
});

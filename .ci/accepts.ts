/** Writes the contract's predicates from its schemas: `npm run accepts`. A test fails while the file is stale. */
import { writeFileSync } from 'node:fs';
import { createAcceptsModule } from '../packages/sdk/src/accepts/index.ts';

const file = new URL('../packages/sdk/src/contract/accepts.ts', import.meta.url);
writeFileSync(file, createAcceptsModule());

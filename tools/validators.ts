/** Writes the contract's validators from its schemas: `npm run validators`. A test fails while the file is stale. */
import { writeFileSync } from 'node:fs';
import { createValidatorsModule } from './validators/index.ts';

const file = new URL('../packages/sdk/src/contract/validators.gen.ts', import.meta.url);
writeFileSync(file, createValidatorsModule());

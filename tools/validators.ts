/** Writes the contract's validators from its schemas: `npm run validators`. A test fails when the file is out of date. */
import { writeFileSync } from 'node:fs';
import { createValidatorsModule } from './validators/module.ts';

const file = new URL('../packages/sdk/src/contract/validators.gen.ts', import.meta.url);
writeFileSync(file, createValidatorsModule());
